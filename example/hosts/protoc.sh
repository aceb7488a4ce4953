#!/usr/bin/env bash
# Writes order/orderpb/order.pb.go again after go generate ./... has changed order/order.proto. It needs protoc: Debian's packages
# protobuf-compiler and libprotobuf-dev.
set -euo pipefail
cd "$(dirname "$0")"
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
export GOBIN=$tools PATH=$tools:$PATH
go install google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12
tail -n +4 order/order.proto >"$tools/order.proto" # the first lines are about bale gen, and protoc-gen-go would copy them
protoc -I "$tools" --go_out=. --go_opt=module=example.com/hosts order.proto
