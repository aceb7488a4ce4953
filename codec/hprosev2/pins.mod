module balepins

go 1.22

require github.com/hprose/hprose-golang v2.0.4+incompatible
