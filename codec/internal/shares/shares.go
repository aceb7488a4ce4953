// Package shares is what the codecs share whose library decodes byte slices, or more, as parts of the message.
package shares

import (
	"slices"

	"bale/codec"
)

// Message makes the decoders of c those of alias. Those of copy take a copy of the message first.
func Message(c *codec.Code) {
	c.UnmarshalAlias, c.UnmarshalAliasReuse = c.Unmarshal, c.UnmarshalReuse
	for _, d := range []*string{&c.Unmarshal, &c.UnmarshalReuse} {
		if *d != "" {
			*d = "b = balebytes.Clone(b)\n" + *d
		}
	}
	if im := codec.Std("bytes")[0]; !slices.Contains(c.Imports, im) {
		c.Imports = append(c.Imports, im)
	}
}
