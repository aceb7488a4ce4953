package compact

import (
	"fmt"
	"slices"
	"strings"
)

// types prints the encoder and the decoder of the format.
func (p *generator) types() {
	var encoder, decoder []string
	if p.hasPaths() {
		encoder = append(encoder, "balecore.Fault // the path of Err")
	}
	decoder = slices.Concat(decoder, p.TakenFields())
	if n := len(p.Slabs); n > 0 {
		encoder = append(encoder, fmt.Sprintf("totals [%d]int // elements by slab", n))
	}
	decoder = append(decoder, p.SlabFields()...)
	p.SlabTypes("numbers of announced elements for which no slab has been allocated yet")
	p.Line("// baleCompactEncoder holds the state of encoding a message.\ntype baleCompactEncoder struct {\nbalecompact.Encoder\n%s\n}\n", strings.Join(encoder, "\n"))
	p.Line("// baleCompactDecoder holds the state of decoding a message.\ntype baleCompactDecoder struct {\nbalecompact.Decoder\n%s\n}\n", strings.Join(decoder, "\n"))
	p.Constant("baleCompactUnused", p.unused)
}
