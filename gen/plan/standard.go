package plan

import (
	"strings"

	"bale/model"
)

// A standard says how the marshal methods of a type of the standard library fall short.
type standard struct {
	losses string // what is lost in silence
	refuse bool   // UnmarshalBinary refuses some results of MarshalBinary
	exact  bool   // keys of maps that differ are encoded differently
}

// standards are the types of the standard library with marshal methods. big.Int, big.Rat, rand.PCG and slog.LevelVar come
// back as they were. So does big.Float by its gob methods. slog.Level, net.IP and json.RawMessage are encoded by their kinds.
var standards = map[string]standard{
	"crypto/sha3.SHA3":     {refuse: true}, // the state of another function than SHA3-256
	"crypto/sha3.SHAKE":    {refuse: true},
	"crypto/x509.OID":      {refuse: true}, // the zero value
	"math/rand/v2.ChaCha8": {losses: "its zero value comes back as NewChaCha8 of a zero seed, which has other numbers"},
	"math/rand/v2.PCG":     {exact: true},
	"net/netip.Addr":       {exact: true},
	"net/netip.AddrPort":   {exact: true},
	"net/netip.Prefix":     {exact: true},
	"net/url.URL":          {losses: "it is encoded as the text of its method String: it comes back as url.Parse reads this text, which may set RawPath and the case of Scheme differently", refuse: true},
	"regexp.Regexp":        {losses: "it is encoded as its expression: it comes back as from Compile, without the effect of CompilePOSIX and Longest"},
	"math/big.Float, text": {losses: "MarshalText rounds it to 64 bits, and loses its precision and rounding mode: encode it by gob"},
}

// standardOf returns what is known about the methods with a suffix that encode n. They may be those of an embedded type.
func standardOf(n *model.Named, suffix string) standard {
	name := n.Package + "." + n.Name
	if suffix == "Text" && n.LosesText() {
		name += ", text"
	}
	if s, ok := standards[name]; ok {
		return s
	}
	if s, ok := n.Underlying.(*model.Struct); ok && len(s.Fields) == 1 && s.Fields[0].Embedded {
		if embedded, ok := s.Fields[0].Type.(*model.Named); ok {
			return standardOf(embedded, suffix)
		}
	}
	return standard{}
}

// IsStandard reports whether n is a type of the standard library.
func IsStandard(n *model.Named) bool {
	first, _, _ := strings.Cut(n.Package, "/")
	_, known := standards[n.Package+"."+n.Name]
	return known || n.Package == "net/netip" || n.Package == "math/big" || n.Package == "log/slog" || first == "crypto"
}

// Losses returns what the methods that encode n lose, or "" if that is nothing, or unknown.
func Losses(n *model.Named, home string) string {
	suffix := MethodSuffix(n, home)
	if suffix == "" {
		return ""
	}
	if f := partialField(n, suffix); f != nil {
		return "it is encoded by the methods of its embedded fields, which do not encode its field " + f.Name
	}
	return standardOf(n, suffix).losses
}

// partialField returns a field of n that the methods with a suffix do not encode, since they are promoted from another field, or nil.
func partialField(n *model.Named, suffix string) *model.Field {
	s, ok := n.Underlying.(*model.Struct)
	partial := suffix == "Binary" && n.Methods.Partial || suffix == "Text" && n.Methods.PartialText || suffix == "JSON" && n.Methods.PartialJSON || suffix == "Gob" && n.Methods.PartialGob
	if !ok || !partial {
		return nil
	}
	for _, f := range s.Fields {
		if !f.Embedded {
			return f
		}
	}
	return nil
}

// Undecodable reports whether the methods that encode n may return bytes that its methods cannot decode, so that generated code has to
// try.
func Undecodable(n *model.Named, home string) bool {
	return standardOf(n, MethodSuffix(n, home)).refuse
}
