module balepins

go 1.26.0

require (
	github.com/skycoin/skycoin v0.27.1
	github.com/skycoin/skyencoder v0.0.0-20190624072340-28f1af5256c7
)

require (
	github.com/fatih/structtag v1.2.0 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.52.0 // indirect
)
