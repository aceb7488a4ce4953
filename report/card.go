package report

import (
	"fmt"
	"slices"
	"strings"

	"bale/codec/facts"
	"bale/report/verdict"
	"bale/result"
	"bale/runner/measure"
)

// An item is a heading of a row's card with its texts.
type item struct {
	Title string   `json:"title"`
	Texts []string `json:"texts"`
}

// items holds the items of a card.
type items []item

// add adds an item. It leaves out empty texts, and the item if no text is left.
func (list *items) add(title string, texts ...string) {
	texts = slices.DeleteFunc(texts, func(t string) bool { return t == "" })
	if len(texts) > 0 {
		*list = append(*list, item{title, texts})
	}
}

// card returns the items about the line's row that are the same in every class.
func (l *line) card() items {
	list := items{}
	if l.Row.Status == measure.Lossy {
		list.add("Losses", lossNotes(l.Row)...)
	}
	list.add("Decoded strings", stringsText(l.Row.Strings))
	list.add("Calls", slices.Clone(l.Row.Calls)...)
	list.add("Warnings", slices.Clone(l.Row.Warnings)...)
	a := l.Aspects
	if a == nil {
		return list
	}
	list.add("Hostile input", l.Hostile().Why, hostileMemory(a.Hostile))
	list.add("Evolution", changes(a.Evolution)...)
	list.add("Compressed", compressions(a.Compressed)...)
	list.add("Messages of equal values", equality(a.Deterministic))
	list.add("Memory of a decoded value", decodedMemory(a.Memory))
	list.add("First call", firstCall(a.FirstCall))
	list.add("Program", program(a.Program))
	var failed []string
	for _, f := range a.Failed {
		failed = append(failed, f.Aspect+": "+f.Reason)
	}
	list.add("Not known", failed...)
	return list
}

// about returns the items about the line's codec that are the same for every shape.
func (l *line) about() items {
	list := items{}
	if code := l.NoCode(); code.Known {
		list.add("Code", code.Why)
	}
	if c, ok := facts.CodeOf(l.Row.Codec); ok {
		list.add("Package unsafe", unsafeText(c))
	}
	if f, ok := verdict.FactOf(l.Row.Codec); ok {
		list.add("Languages", f.Languages)
		list.add("Schema to write", f.Schema)
		list.add("Licence", f.Licence)
		list.add("Last release", strings.TrimSpace(f.Release+" "+f.Released))
	}
	list.add("Wire format", l.Row.Wire)
	list.add("Version", strings.TrimSpace(l.Row.Module+" "+ShortVersion(l.Row.Version)))
	list.add("Documentation", l.Row.Doc)
	list.add("Adapter", "bale list -code "+l.Row.Codec)
	list.add("Reviewed by its author", reviewText(l.Row.Codec))
	return list
}

// unsafeText says where a variant has package unsafe.
func unsafeText(c facts.Code) string {
	if len(c.Unsafe) == 0 {
		return "not used"
	}
	return "in " + someOf(c.Unsafe, 3)
}

// kindText returns the words about a row that stand below its name and wire format: whether code is generated for the type, whether that or the serializer uses
// package unsafe, and the shares of conversions.
func (l *line) kindText() string {
	var words []string
	if code := l.NoCode(); code.Known {
		words = append(words, map[bool]string{true: "reflection", false: "generated"}[code.Met])
	}
	if w := map[string]string{"yes": "uses unsafe", "no": "no unsafe"}[facts.UnsafeWord(l.Row.Codec)]; w != "" {
		words = append(words, w)
	}
	if text := conversionText(l.Row); text != "" {
		words = append(words, text)
	}
	return strings.Join(words, ", ")
}

// reviewText says who has reviewed the adapter of a codec.
func reviewText(codec string) string {
	r, ok := facts.Reviewed(codec)
	if !ok {
		return "not yet"
	}
	return fmt.Sprintf("%s for %s on %s: %s", r.By, r.Version, r.Date, r.Link)
}

func stringsText(s measure.Strings) string {
	switch s {
	case measure.Own:
		return "have their own memory"
	case measure.Shared:
		return "share memory: one that is kept keeps others of its message alive"
	}
	return ""
}

func hostileMemory(h *result.Hostile) string {
	if h == nil {
		return ""
	}
	return fmt.Sprintf("allocates at most %s, for a message of %s", result.Bytes(h.MaxBytes), result.Bytes(float64(h.MaxInput)))
}

// outcomes holds the texts for outcomes.
var outcomes = map[result.Outcome]string{
	result.Right: "right", result.Refused: "refused", result.Wrong: "wrong without an error", result.NotCarried: "cannot be carried",
}

func changes(list []result.TypeChange) []string {
	var texts []string
	for _, c := range list {
		text := fmt.Sprintf("field %s: old messages %s, new messages in an old program %s", c.Change, outcomes[c.Forward], outcomes[c.Backward])
		if c.Forward == c.Backward {
			text = fmt.Sprintf("field %s: %s in both directions", c.Change, outcomes[c.Forward])
		}
		if c.Detail != "" {
			text += " (" + c.Detail + ")"
		}
		texts = append(texts, text)
	}
	return texts
}

func compressions(list []result.Compressed) []string {
	var texts []string
	for _, c := range list {
		many := ""
		if c.Messages > 1 {
			many = ", " + result.Count(float64(c.Messages)) + " together"
		}
		texts = append(texts, fmt.Sprintf("%s%s: %s B a message, %s to compress, %s to decompress",
			c.With, many, result.Count(c.Bytes), duration(c.CompressNs), duration(c.DecompressNs)))
	}
	return texts
}

func equality(d *bool) string {
	switch {
	case d == nil:
		return ""
	case *d:
		return "are equal"
	}
	return "differ"
}

func decodedMemory(m *result.Memory) string {
	if m == nil {
		return ""
	}
	text := fmt.Sprintf("%s in %s objects", result.Bytes(m.Bytes), result.Count(m.Objects))
	if m.LiveHeapNs > 0 {
		text += "; " + duration(m.LiveHeapNs) + " to decode while 1 GB is alive"
	}
	return text
}

func firstCall(f *result.FirstCall) string {
	if f == nil {
		return ""
	}
	var parts []string
	if f.EncodeNs > 0 {
		parts = append(parts, duration(f.EncodeNs)+" to encode")
	}
	if f.DecodeNs > 0 {
		parts = append(parts, duration(f.DecodeNs)+" to decode")
	}
	return strings.Join(parts, ", ")
}

func program(p *result.Program) string {
	if p == nil {
		return ""
	}
	text := fmt.Sprintf("adds %s to the binary, %d modules, %.1f s to build", result.Bytes(float64(p.Bytes)), p.Modules, p.BuildSeconds)
	if p.Lines > 0 {
		text += ", " + result.Count(float64(p.Lines)) + " lines of generated Go"
	}
	return text
}
