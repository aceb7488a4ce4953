package codec

import "cmp"

// A loop is one timed loop of an adapter: nothing stands in it but the operation.
type loop struct {
	key  string // "encode/convert,fresh,copy"
	name string // of the method
	text string
}

type decoder struct {
	call            string
	body            string
	memory, strings string
}

func decoders(c Code) []decoder {
	return []decoder{
		{"unmarshal", c.Unmarshal, "fresh", "copy"},
		{"unmarshalReuse", c.UnmarshalReuse, "reuse", "copy"},
		{"unmarshalAlias", c.UnmarshalAlias, "fresh", "alias"},
		{"unmarshalAliasReuse", c.UnmarshalAliasReuse, "reuse", "alias"},
	}
}

// The loops' texts. They are spelled out for each adapter, so that the compiler sees static
// calls: the empty operation costs under 1 ns, where a call through a func value costs 1.3 ns more.
const (
	loopHead = "func (a *$A) %NAME%(n int) error {\n\ts := a.s\n\ti, end := s.Next, s.Next+n\n\ts.Next = end\n"

	encodeHead = "\tin, mask := s.Values, len(s.Values)-1\n\tfor ; i < end; i++ {\n\t\tv := &in[i&mask]\n"
	nativeHead = "\tin, mask := s.Carriers, len(s.Carriers)-1\n\tfor ; i < end; i++ {\n\t\tc := &in[i&mask]\n"
	encodeTail = "\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\ts.OutBytes = b\n\t}\n\treturn nil\n}\n\n"

	decodeHead = "\tin, mask := s.Bytes, len(s.Bytes)-1\n\tfor ; i < end; i++ {\n"
	decodeCall = "\t\tif err := a.%CALL%(in[i&mask], c); err != nil {\n\t\t\treturn err\n\t\t}\n"
	decodeTail = "\t}\n\treturn nil\n}\n\n"
)

// loops are those of one adapter. With own, carrier and user's type are one, and convert and
// native are the same.
func loops(c Code, own bool) []loop {
	var list []loop
	add := func(op, form, memory, strs, call, text string) {
		l := loop{key: op + "/" + form + "," + memory + "," + strs, name: op + upper(form) + upper(memory) + upper(strs)}
		l.text = replace(loopHead+text, "%NAME%", l.name, "%CALL%", call)
		list = append(list, l)
	}
	fresh := "\t\tb, err := a.marshal(c)\n"
	reuse := "\t\tb, err := a.marshalReuse(c, s.Buf[:0])\n\t\ts.Buf = b\n"
	conv := func(c string) string { return c + "\t\t$TO(c, v)\n" }
	if own {
		conv = func(string) string { return "\t\tc := v\n" }
	}
	if c.Marshal != "" {
		add("encode", "convert", "fresh", "copy", "", encodeHead+conv("\t\tc := new($C)\n")+fresh+encodeTail)
	}
	if c.MarshalReuse != "" {
		add("encode", "convert", "reuse", "copy", "", encodeHead+conv("\t\tc := "+cmp.Or(c.Carriers.EncodeReuse, "&a.enc")+"\n")+reuse+encodeTail)
	}
	if !own && c.Marshal != "" {
		add("encode", "native", "fresh", "copy", "", nativeHead+fresh+encodeTail)
	}
	if !own && c.MarshalReuse != "" {
		add("encode", "native", "reuse", "copy", "", nativeHead+reuse+encodeTail)
	}
	for _, d := range decoders(c) {
		if d.body == "" {
			continue
		}
		carrier, value := cmp.Or(c.Carriers.DecodeFresh, "new($C)"), "\t\tv := new($T)\n"
		if d.memory == "reuse" {
			carrier, value = cmp.Or(c.Carriers.DecodeReuse, "&a.dec"), "\t\tv := &s.Value\n"
		}
		carrier = "\t\tc := " + carrier + "\n"
		if own {
			add("decode", "convert", d.memory, d.strings, d.call,
				decodeHead+value+"\t\tc := v\n"+decodeCall+"\t\ts.OutValue = v\n"+decodeTail)
			continue
		}
		add("decode", "convert", d.memory, d.strings, d.call,
			decodeHead+carrier+decodeCall+value+"\t\t$FROM(c, v)\n\t\ts.OutValue = v\n"+decodeTail)
		add("decode", "native", d.memory, d.strings, d.call,
			decodeHead+carrier+decodeCall+"\t\ts.OutCarrier = c\n"+decodeTail)
	}
	return list
}
