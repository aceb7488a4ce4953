package delayed

// Union is a union.
//
//bale:union Member, *Pointed
//bale:json union=object
type Union interface{ union() }

// Member is a member of Union as a value.
type Member struct{ J JSON }

// Pointed is a member of Union as a pointer.
type Pointed struct{ J JSON }

func (Member) union()   {}
func (*Pointed) union() {}

// Unions has unions.
//
//bale:gen wire=json
type Unions struct {
	U Union
	L []Union
	M map[string]Union
	J JSON
}
