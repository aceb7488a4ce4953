module balepins

go 1.22

require github.com/andyleap/gencode v0.0.0-20171124163308-e1423834d4b4

require (
	github.com/andyleap/parser v0.0.0-20160126201130-db5a13a7cd46 // indirect
	github.com/kr/pretty v0.3.1 // indirect
	github.com/kr/text v0.2.0 // indirect
	github.com/rogpeppe/go-internal v1.9.0 // indirect
)
