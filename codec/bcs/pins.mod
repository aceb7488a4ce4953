module balepins

go 1.24

require github.com/fardream/go-bcs v0.8.7
