// Package sonic describes github.com/bytedance/sonic.
package sonic

import (
	"bale/codec"
	"bale/codec/internal/likejson"
)

const (
	module = "github.com/bytedance/sonic"
	native = "on machines other than amd64 and arm64 it is encoding/json"
	noCopy = "the alias class is UnmarshalFromString on the bytes of the input; "
)

// Codec encodes the user's own types with sonic.
var Codec = &codec.Codec{
	Name: "sonic", Module: module,
	Doc:      "https://" + module + "#compatibility",
	Packages: []string{module, module + "/encoder"},
	Variants: []*codec.Variant{
		{Name: "std", Wire: "JSON", Caps: likejson.Caps, Note: "ConfigStd; " + native,
			Generate: generate("ConfigStd", "baleencoder.EscapeHTML|baleencoder.SortMapKeys|baleencoder.CompactMarshaler|baleencoder.ValidateString")},
		{Name: "default", Wire: "JSON", Caps: likejson.Caps, Generate: generate("ConfigDefault", "0"),
			Note: "ConfigDefault: HTML is not escaped, maps are not sorted; " + noCopy + native},
		{Name: "fastest", Wire: "JSON", Caps: likejson.Caps, Generate: generate("ConfigFastest", "baleencoder.NoValidateJSONMarshaler"),
			Note: "ConfigFastest: as default, and trusts what MarshalJSON returns and what it skips; " + noCopy + native},
	},
}

// generate returns a codec.Variant.Generate with a configuration, whose encoder has options. Unmarshal decodes a copy of the input.
// Decoded strings share memory with the copy, except with ConfigStd, which copies each of them.
func generate(config, options string) func(*codec.Input) (*codec.Output, error) {
	return func(in *codec.Input) (*codec.Output, error) {
		api := "return balesonic." + config + "."
		c := codec.Code{
			Imports:      codec.StdImports(module, module+"/encoder"),
			Marshal:      api + "Marshal(c)",
			MarshalReuse: "err := baleencoder.EncodeInto(&buf, c, " + options + ")\nreturn buf, err",
			Unmarshal:    api + "Unmarshal(b, c)",
		}
		if config != "ConfigStd" {
			c.Shared = true
			c.Imports = append(c.Imports, codec.StdImports("unsafe")...)
			c.UnmarshalAlias = api + "UnmarshalFromString(baleunsafe.String(baleunsafe.SliceData(b), len(b)), c)"
		}
		c.UnmarshalReuse, c.UnmarshalAliasReuse = c.Unmarshal, c.UnmarshalAlias
		return likejson.Each(in, c), nil
	}
}
