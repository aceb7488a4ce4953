module balepins

go 1.22

require github.com/xjdrew/gosproto v0.1.0
