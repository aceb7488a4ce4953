module balepins

go 1.22

require github.com/Sereal/Sereal v0.0.0-20230201113653-fa72c87b650e

require (
	github.com/DataDog/zstd v1.5.7 // indirect
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/golang/snappy v1.0.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
)
