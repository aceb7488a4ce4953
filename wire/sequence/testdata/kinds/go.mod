module example.org/kinds

go 1.26
