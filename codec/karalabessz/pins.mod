module balepins

go 1.25.0

require github.com/karalabe/ssz v0.3.0

require (
	github.com/holiman/uint256 v1.3.1 // indirect
	github.com/klauspost/cpuid/v2 v2.0.9 // indirect
	github.com/prysmaticlabs/go-bitfield v0.0.0-20240618144021-706c95b2dd15 // indirect
	github.com/prysmaticlabs/gohashtree v0.0.4-beta // indirect
	golang.org/x/mod v0.39.0 // indirect
	golang.org/x/sync v0.22.0 // indirect
	golang.org/x/tools v0.49.0 // indirect; newer than karalabe/ssz requires, because v0.22.0 does not compile with Go 1.25 and later
)
