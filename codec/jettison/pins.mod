module balepins

go 1.21

require github.com/wI2L/jettison v0.7.4
