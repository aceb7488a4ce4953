module balepins

go 1.24

require github.com/ChainSafe/gossamer v0.9.0
