module balepins

go 1.22

require github.com/deneonet/benc v1.1.8

require golang.org/x/exp v0.0.0-20231110203233-9a3e6036ecaa // indirect
