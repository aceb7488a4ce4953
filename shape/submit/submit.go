// Package submit is the shape of tonybai's protobuf benchmark: a struct of one integer and
// eight strings, one of them a paragraph.
package submit

import "math/rand/v2"

// Submit is a text message that is submitted for delivery.
type Submit struct {
	Recvtime int64
	Uniqueid string // 18 bytes
	Token    string // 29
	Phone    string // 11
	Content  string // 271
	Sign     string // 14
	Type     string // 6
	Extend   string // empty
	Version  string // 6
}

const content = "Describing a record once and deriving every encoding from that one description " +
	"is worth the trouble: no schema file can drift away from the struct, no conversion has " +
	"to be written by hand, and a reader sees at once which fields go over the wire and in " +
	"what order they do."

// BaleSamples makes n equal messages. The published benchmark has one constant value, so r is not used.
func BaleSamples(_ *rand.Rand, n int) []Submit {
	s := make([]Submit, n)
	for i := range s {
		s[i] = Submit{
			Recvtime: 170123456,
			Uniqueid: "q7w3e9r1t5y8u2i6o4",
			Token:    "bale-0001-abcd-0002-efgh-0003",
			Phone:    "15550100123",
			Content:  content,
			Sign:     "bale-submitter",
			Type:     "submit",
			Version:  "v1.0.0",
		}
	}
	return s
}
