module balepins

go 1.22

require github.com/kelindar/binary v1.0.19
