module balepins

go 1.24

require github.com/tendermint/go-amino v0.16.0

require github.com/davecgh/go-spew v1.1.1 // indirect
