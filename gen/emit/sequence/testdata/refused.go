package kinds

//bale:gen wire=fixed
type Hidden struct {
	hidden int
	Gone   func() `bale:"skip"`
}

//bale:gen wire=fixed
type Early struct {
	First []int8 `enc:",omitempty"`
	Long  string `enc:",maxlen=many"`
}

//bale:gen wire=fixed
type Inside struct {
	List []struct {
		Rest string `enc:",omitempty"`
	}
	Last string `enc:",omitempty"`
}
