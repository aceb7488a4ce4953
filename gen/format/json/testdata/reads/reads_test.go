package reads

import (
	"reflect"
	"testing"
)

// TestParts checks that parts have the fields that the whole value has. encoding/json decodes texts with a string in a string.
func TestParts(t *testing.T) {
	for _, text := range []string{
		`{}`,
		`{"id":1,"ID":2,"X":3,"Y":4,"name":"n","Name":0.5,"Same":5,"L":6,"R":7,"key":8,"KEY":9}`,
		`{"ID":2,"X":3,"Name":0.5,"Same":5,"KEY":9}`,
		`{"Id":1,"x":3,"NAME":"n","same":5,"Key":9,"y":1}`,
		`{"Lines":[{"sku":"s","SKU":1,"Sku":2},{"SKU":1,"Sku":2},{"sKU":"s"}],"Folds":{"a":{"K":1},"b":{"k":2},"c":{"\u212a":3}}}`,
	} {
		for _, end := range []string{"", `,"Q":"\"q\""`, `,"Lines":[{"SKU":1,"Q":"\"q\""},{"Q":"\"q\"","sKu":"t"}]`} {
			text := text[:len(text)-1] + end + "}"
			if text[1] == ',' {
				text = "{" + text[2:]
			}
			var whole Cases
			if err := whole.UnmarshalJSON([]byte(text)); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			lines := make([]Line, len(whole.Lines))
			for i, x := range whole.Lines {
				lines[i] = Line{SKU: x.SKU, Q: x.Q}
			}
			if whole.Lines == nil {
				lines = nil
			}
			for name, part := range map[string]struct {
				read func(*Cases, []byte) error
				want Cases
			}{
				"A": {(*Cases).UnmarshalJSONA, Cases{ID: whole.ID, Q: whole.Q}},
				"B": {(*Cases).UnmarshalJSONB, Cases{Base: whole.Base, Q: whole.Q}},
				"C": {(*Cases).UnmarshalJSONC, Cases{Name: whole.Name, Left: whole.Left, Q: whole.Q}},
				"D": {(*Cases).UnmarshalJSOND, Cases{Lines: lines, Folds: whole.Folds}},
				"E": {(*Cases).UnmarshalJSONE, Cases{Inner: Inner{Key: whole.Key}, Q: whole.Q}},
			} {
				var got Cases
				if err := part.read(&got, []byte(text)); err != nil || !reflect.DeepEqual(got, part.want) {
					t.Errorf("%s: %v: got\n%+v\nwant\n%+v\nof %s", name, err, got, part.want, text)
				}
			}
		}
	}
}
