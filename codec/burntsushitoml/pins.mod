module balepins

go 1.21.0

require github.com/BurntSushi/toml v1.6.0
