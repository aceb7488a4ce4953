module balepins

go 1.26

require github.com/twmb/avro v1.9.1
