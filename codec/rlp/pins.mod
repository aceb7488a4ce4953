module balepins

go 1.25.0

require github.com/ethereum/go-ethereum v1.17.10

require (
	github.com/holiman/uint256 v1.3.2 // indirect
	golang.org/x/mod v0.39.0 // indirect
	golang.org/x/sync v0.22.0 // indirect
	golang.org/x/tools v0.49.0 // indirect
)
