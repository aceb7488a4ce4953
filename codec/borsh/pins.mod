module balepins

go 1.22

require github.com/near/borsh-go v0.3.1
