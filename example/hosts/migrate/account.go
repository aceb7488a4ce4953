package migrate

//go:generate bale gen

// An account shows why a decoder of compact must not be used to find out what a value is: see TestGuess.
//
//bale:gen
type account struct {
	ID   uint64
	Name string
}
