module balepins

go 1.22

require github.com/ferranbt/fastssz v0.1.4

require (
	github.com/emicklei/dot v1.6.2 // indirect
	github.com/klauspost/cpuid/v2 v2.0.9 // indirect
	github.com/minio/sha256-simd v1.0.0 // indirect
	github.com/mitchellh/mapstructure v1.3.2 // indirect
	gopkg.in/yaml.v2 v2.3.0 // indirect
)
