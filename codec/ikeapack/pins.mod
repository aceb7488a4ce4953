module balepins

go 1.21

require github.com/ikkerens/ikeapack v1.5.1
