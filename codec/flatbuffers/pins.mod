module balepins

go 1.22

require github.com/google/flatbuffers v25.12.19+incompatible
