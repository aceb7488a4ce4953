module balepins

go 1.22.4

require github.com/nazarifard/fastape v0.0.0-20240611084216-abaecf150e5b
