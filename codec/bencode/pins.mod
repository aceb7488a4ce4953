module balepins

go 1.22

require github.com/zeebo/bencode v1.0.0
