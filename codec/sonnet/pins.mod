module balepins

go 1.21.0

require github.com/sugawarayuuta/sonnet v0.0.0-20231004000330-239c7b6e4ce8
