module balepins

go 1.22

require github.com/hprose/hprose-go v0.0.0-20161031134501-83de97da5004
