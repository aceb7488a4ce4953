module example.org/speed

go 1.24
