module balepins

go 1.22

require github.com/niubaoshu/gotiny v0.0.3
