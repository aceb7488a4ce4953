module balepins

go 1.22

require github.com/skycoin/skycoin v0.27.1

require github.com/stretchr/testify v1.12.1 // indirect
