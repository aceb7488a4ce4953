package plan

// A JSONUnion says how the format json writes a union.
type JSONUnion struct {
	Field string   // the name of the discriminator, or "" for an object with the name of the member
	Names []string // the names of the members
}
