module bale/runner/convert/zstd

go 1.25

require github.com/klauspost/compress v1.20.3
