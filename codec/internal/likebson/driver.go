package likebson

import (
	"bale/codec"
	"bale/codec/lower"
	"bale/model"
)

// DriverCaps returns the capabilities of the MongoDB driver.
func DriverCaps() lower.Caps {
	caps := base()
	caps.Refuse, caps.Custom, caps.Maps = refuse("omitempty", "minsize", "truncate", "inline"), customDriver, mapsDriver
	return caps
}

func customDriver(n *model.Named) string {
	return lower.Method(n, "MarshalBSONValue", "MarshalBSON")
}

// mapsDriver reports whether the driver encodes maps with this key and element. A key is a string or an integer, or has MarshalText. A
// defined string type with that method is encoded as a string but decoded with UnmarshalText, so it is not supported.
func mapsDriver(key, elem *lower.Node) bool {
	n, named := key.Go.(*model.Named)
	b, basic := model.Underlying(key.Go).(*model.Basic)
	text := named && n.Methods.Text
	switch {
	case !lower.MapsWithout(customDriver)(key, elem):
		return false
	case basic && b.Kind == model.String:
		return !text
	}
	return text || basic && (b.Kind.Signed() || b.Kind.Unsigned())
}

// Driver returns a codec.Variant.Generate with the calls of the driver's package bson at path. open is source that sets a.encoder,
// which writes to a.out. It is executed again after an error, since the encoder is then inside an unfinished document.
func Driver(path, open string, imports ...string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		out := codec.SameForAll(in, codec.Code{
			Imports: append(codec.StdImports(append(imports, "bytes")...), codec.Import{Name: "balebson", Path: path}),
			State:   "out balebytes.Buffer\nencoder *balebson.Encoder",
			Setup:   open,
			Marshal: "return balebson.Marshal(c)",
			MarshalReuse: `a.out.Reset()
				err := a.encoder.Encode(c)
				if err != nil {
					` + open + `
				}
				return a.out.Bytes(), err`,
			Unmarshal: "return balebson.Unmarshal(b, c)",
		})
		for i := range out.Code {
			if !in.Plan.Reaches(i, lower.KeepsOldValue) {
				out.Code[i].UnmarshalReuse = out.Code[i].Unmarshal
			}
		}
		return out, nil
	}
}
