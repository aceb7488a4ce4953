module balepins

go 1.24.0

require github.com/hashicorp/go-msgpack/v2 v2.1.5
