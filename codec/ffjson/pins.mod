module balepins

go 1.22

require github.com/pquerna/ffjson v0.0.0-20190930134022-aa0246cd15f7
