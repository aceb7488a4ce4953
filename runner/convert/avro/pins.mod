module bale

go 1.26.0

require github.com/twmb/avro v1.9.1

require github.com/klauspost/compress v1.18.4 // indirect
