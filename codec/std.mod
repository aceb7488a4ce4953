module balepins

go 1.22
