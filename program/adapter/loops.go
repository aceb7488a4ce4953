package adapter

import (
	"cmp"
	"strings"

	"bale/codec"
	"bale/runner/measure"
)

// A loop is a timed loop of an adapter. It contains nothing except the operation.
type loop struct {
	op   measure.Op
	mode measure.Mode // only form, memory and strings are set
	name string       // name of the method
	text string
}

// key returns the name by which the harness calls the loop.
func (l *loop) key() string { return l.mode.Loop(l.op) }

// A decoder is one way to decode.
type decoder struct {
	call    string // name of the method of the adapter's scratch type
	body    string // "" if the serializer does not support this way
	memory  measure.Memory
	strings measure.Strings
}

func decoders(c codec.Code) []decoder {
	return []decoder{
		{"unmarshal", c.Unmarshal, measure.Fresh, measure.Copy},
		{"unmarshalReuse", c.UnmarshalReuse, measure.Reuse, measure.Copy},
		{"unmarshalAlias", c.UnmarshalAlias, measure.Fresh, measure.Alias},
		{"unmarshalAliasReuse", c.UnmarshalAliasReuse, measure.Reuse, measure.Alias},
	}
}

// The texts of the loops. Each adapter has its own loops, so that all calls are static: an empty operation costs less than 1 ns, and a call
// through a func value would cost 1.3 ns more.
const (
	loopHead = "func (a *$A) %NAME%(n int) error {\n\ts := a.s\n\ti, end := s.Next, s.Next+n\n\ts.Next = end\n"

	encodeHead = "\tin, mask := s.Values, len(s.Values)-1\n\tfor ; i < end; i++ {\n\t\tv := &in[i&mask]\n"
	nativeHead = "\tin, mask := s.Carriers, len(s.Carriers)-1\n\tfor ; i < end; i++ {\n\t\tc := &in[i&mask]\n"
	encodeTail = "\t\tif err != nil {\n\t\t\treturn err\n\t\t}\n\t\ts.OutBytes = b\n\t}\n\treturn nil\n}\n\n"

	decodeHead = "\tin, mask := s.Bytes, len(s.Bytes)-1\n\tfor ; i < end; i++ {\n"
	decodeCall = "\t\tif err := a.%CALL%(in[i&mask], c); err != nil {\n\t\t\treturn err\n\t\t}\n"
	decodeTail = "\t}\n\treturn nil\n}\n\n"
)

// loops returns the loops of one adapter. own means that the carrier is the user's type, so that convert and native are the same.
func loops(c codec.Code, own bool) []loop { return append(encodeLoops(c, own), decodeLoops(c, own)...) }

func encodeLoops(c codec.Code, own bool) []loop {
	var list []loop
	add := func(form measure.Form, memory measure.Memory, text string) {
		list = append(list, newLoop(measure.Encode, measure.Mode{Form: form, Memory: memory, Strings: measure.Copy}, text))
	}
	fresh := "\t\tb, err := a.marshal(c)\n"
	reuse := "\t\tb, err := a.marshalReuse(c, s.Buf[:0])\n\t\ts.Buf = b\n"
	conv := func(c string) string { return "\t\tc := " + c + "\n\t\t$TO(c, v)\n" }
	if own {
		conv = func(string) string { return "\t\tc := v\n" }
	}
	if c.Marshal != "" {
		add(measure.Convert, measure.Fresh, encodeHead+conv("new($C)")+fresh+encodeTail)
	}
	if c.MarshalReuse != "" {
		add(measure.Convert, measure.Reuse, encodeHead+conv(cmp.Or(c.Carriers.EncodeReuse, "&a.enc"))+reuse+encodeTail)
	}
	if !own && c.Marshal != "" {
		add(measure.Native, measure.Fresh, nativeHead+fresh+encodeTail)
	}
	if !own && c.MarshalReuse != "" {
		add(measure.Native, measure.Reuse, nativeHead+reuse+encodeTail)
	}
	return list
}

func decodeLoops(c codec.Code, own bool) []loop {
	var list []loop
	for _, d := range decoders(c) {
		if d.body == "" {
			continue
		}
		add := func(form measure.Form, text string) {
			text = decodeHead + strings.ReplaceAll(text, "%CALL%", d.call) + decodeTail
			list = append(list, newLoop(measure.Decode, measure.Mode{Form: form, Memory: d.memory, Strings: d.strings}, text))
		}
		carrier, value := cmp.Or(c.Carriers.DecodeFresh, "new($C)"), "\t\tv := new($T)\n"
		if d.memory == measure.Reuse {
			carrier, value = cmp.Or(c.Carriers.DecodeReuse, "&a.dec"), "\t\tv := &s.Value\n"
		}
		carrier = "\t\tc := " + carrier + "\n"
		if own {
			if d.memory == measure.Reuse && c.Carriers.DecodeReuse != "" {
				value = "\t\tv := " + c.Carriers.DecodeReuse + "\n"
			}
			add(measure.Convert, value+"\t\tc := v\n"+decodeCall+"\t\ts.OutValue = v\n")
			continue
		}
		add(measure.Convert, carrier+decodeCall+value+"\t\t$FROM(c, v)\n\t\ts.OutValue = v\n")
		add(measure.Native, carrier+decodeCall+"\t\ts.OutCarrier = c\n")
	}
	return list
}

func newLoop(op measure.Op, m measure.Mode, text string) loop {
	name := string(op) + upper(string(m.Form)) + upper(string(m.Memory)) + upper(string(m.Strings))
	return loop{op, m, name, strings.ReplaceAll(loopHead+text, "%NAME%", name)}
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
