module balepins

go 1.24

require github.com/pk910/dynamic-ssz v1.4.0

require (
	github.com/klauspost/cpuid/v2 v2.3.0 // indirect
	github.com/pk910/hashtree-bindings v0.2.6 // indirect
	golang.org/x/mod v0.23.0 // indirect
	golang.org/x/sync v0.11.0 // indirect
	golang.org/x/sys v0.30.0 // indirect
	golang.org/x/tools v0.30.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
