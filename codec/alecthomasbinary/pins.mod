module balepins

go 1.22

require github.com/alecthomas/binary v0.0.0-20221018225505-74871811ee56

require github.com/stretchr/testify v1.12.1 // indirect
