module balepins

go 1.22

require github.com/pascaldekloe/colfer v1.8.1

require (
	github.com/pascaldekloe/name v1.0.0 // indirect
	golang.org/x/mod v0.2.0 // indirect
	golang.org/x/xerrors v0.0.0-20191011141410-1b5146add898 // indirect
)
