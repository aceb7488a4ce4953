module example.com/texts

go 1.22
