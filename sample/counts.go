package sample

// Counts says how many sample values of a type there are.
type Counts struct {
	Values   int     `json:"values"`   // of the classes of varied values
	Known    int     `json:"known"`    // of those, the ones of the classes of known values
	Distinct int     `json:"distinct"` // values that differ from each other
	Leaves   float64 `json:"leaves"`   // numbers, strings and lengths in one value, on average
	Learned  bool    `json:"learned"`  // there are so few distinct values that a processor learns them
	Fourfold int     `json:"fourfold"` // values of the cells that check whether there are enough; 0 where there are no such cells
}
