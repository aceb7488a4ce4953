package cut

//bale:gen wire=compact,fixed,varint,msgpack,xdr,sproto,sproto-packed,proto methods=Compact
type Cut struct {
	ID       int64
	Name     string
	Quantity float64
	Sub      struct {
		Street string
		Zip    uint32
	}
	List []string
	Tags map[string]uint16
	Some *int32
	Last bool
}
