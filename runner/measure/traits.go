package measure

// Traits are facts about a codec by which a run chooses the cells that check the run itself. A fact is 0 if it does not hold, or is not known.
// If it holds for several codecs, a run prefers those with larger numbers.
type Traits struct {
	// Branching means that the time depends on branch prediction, since the codec branches on the length of each integer. The most sensitive
	// codec has the largest number. Timing it with more sample values shows whether there are enough.
	Branching int `json:"branching,omitempty"`
	// FixedWidth means that every number is encoded with a fixed width. More sample values make such a codec slower only because the values
	// take more room in the processor's caches, which affects all codecs.
	FixedWidth int `json:"fixedWidth,omitempty"`
	// Steady means that the codec is a good choice for the control.
	Steady int `json:"steady,omitempty"`
}
