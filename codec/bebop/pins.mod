module balepins

go 1.21

require github.com/200sc/bebop v0.6.2
