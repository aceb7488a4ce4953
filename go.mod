module bale

go 1.26
