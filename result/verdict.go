package result

import "bale/runner/measure"

// A Verdict says which codec to use on a shape for a use. Package report writes it into results.json; it is derived from the rest.
type Verdict struct {
	Use   string `json:"use"`
	Shape string `json:"shape"`
	measure.Axes
	Codec string `json:"codec,omitempty"` // the recommended codec; "" if there is none
	Text  string `json:"text"`            // the verdict as the reports have it, with its reasons
	Next  string `json:"next,omitempty"`  // command by which a user adopts the codec
	Cost  *Cost  `json:"cost,omitempty"`
	// Sends lists the fields that a tag hides from some serializer and that messages of the codec have.
	Sends []string   `json:"sends,omitempty"`
	Needs []Evidence `json:"needs"` // of the use, with the reasons why the codec meets them
}

// A Cost is the cost of a codec in a use, for a month.
type Cost struct {
	Cores   float64 `json:"cores"`
	Mbit    float64 `json:"mbit"` // per second
	Dollars float64 `json:"dollars"`
}

// An Evidence says why a codec meets a need.
type Evidence struct {
	Need  string `json:"need"`
	Title string `json:"title"`
	Why   string `json:"why"`
}
