package migrate

//go:generate bale gen

// An account shows why a decoder of compact without stamps must not be used to find out what a value is: see TestGuess.
//
//bale:gen
//bale:stamp=off
type account struct {
	ID   uint64
	Name string
}
