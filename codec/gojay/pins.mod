module balepins

go 1.21

require github.com/francoispqt/gojay v1.2.13
