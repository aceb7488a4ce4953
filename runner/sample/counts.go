package sample

// Counts holds the numbers of sample values of a type.
type Counts struct {
	Values   int     `json:"values"`   // used by the class of varied values
	Known    int     `json:"known"`    // of these, used by the class of known values
	Distinct int     `json:"distinct"` // different values
	Leaves   float64 `json:"leaves"`   // numbers, strings and lengths in a value, on average
	Learned  bool    `json:"learned"`  // so few distinct values that the processor's branch prediction learns them
	Fourfold int     `json:"fourfold"` // values of the cells that check whether there are enough values; 0 without such cells
}
