#!/usr/bin/env bash
# Writes the .pb.go files again after a change of a .proto file. It needs protoc: Debian's packages
# protobuf-compiler and libprotobuf-dev.
# Then run go generate ./... for the files of bale gen.
set -euo pipefail
cd "$(dirname "$0")"
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
export GOBIN=$tools PATH=$tools:$PATH
go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12
go install google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2
go install connectrpc.com/connect/cmd/protoc-gen-connect-go@v1.21.1
go install github.com/planetscale/vtprotobuf/cmd/protoc-gen-go-vtproto@v0.6.1-0.20240319094008-0393e58bdf10
paths=source_relative
protoc -I . --go_out=paths=$paths:. auditpb/audit.proto
protoc -I . --go_out=paths=$paths,default_api_level=API_OPAQUE:. geopb/geo.proto
protoc -I . --go_out=paths=$paths:. --go-grpc_out=paths=$paths:. --connect-go_out=paths=$paths:. depotpb/depot.proto
protoc -I . --go_out=paths=$paths:. --go-grpc_out=paths=$paths:. --go-vtproto_out=paths=$paths,features=marshal+unmarshal+size:. bench/benchpb/bench.proto
