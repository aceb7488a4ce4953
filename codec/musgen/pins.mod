module example.org/balepins

go 1.24

require (
	github.com/mus-format/mus-go v0.7.2
	github.com/mus-format/musgen-go v0.2.3
)

require (
	github.com/mus-format/common-go v0.0.0-20251026152644-9f5ac6728d8a // indirect
	golang.org/x/exp v0.0.0-20230515195305-f3d0a9c9a5cc // indirect
	golang.org/x/mod v0.24.0 // indirect
	golang.org/x/sync v0.13.0 // indirect
	golang.org/x/tools v0.32.0 // indirect
)
