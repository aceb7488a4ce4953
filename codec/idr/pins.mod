module balepins

go 1.22.2

require github.com/chmike/ditp v0.0.0-20240629115045-1ab5bbd646cd
