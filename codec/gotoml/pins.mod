module balepins

go 1.21.0

require github.com/pelletier/go-toml/v2 v2.4.3
