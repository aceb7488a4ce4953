package result

import (
	"bale/measure"
)

// inOtherClasses adds the cells that were measured once and count twice:
//
//   - A codec that works on the user's struct (measure.Row.Own), and the reference, are the same in the
//     native classes as in the convert ones. They are listed in those native classes where some other
//     codec of the shape was measured.
//   - Whether decoded strings may point into the input is nothing to an encoder, so encoding is only
//     measured as copy. A codec that decodes in an alias class is listed there with its encoding too.
//
// The second after the first, so that a native alias class gets its encoders from the native copy one.
func inOtherClasses(rows []measure.Row, cells []measuredCell) []measuredCell {
	return withAliasEncoders(withOwnAsNative(rows, cells))
}

func withOwnAsNative(rows []measure.Row, cells []measuredCell) []measuredCell {
	byKey := rowsByKey(rows)
	type place struct {
		shape string
		op    measure.Op
		mode  measure.Mode
	}
	native := make(map[place]bool)
	have := make(map[measure.Cell]bool)
	for _, m := range cells {
		have[m.Cell] = true
		if m.Mode.Form == measure.Native {
			native[place{m.Shape, m.Op, m.Mode}] = true
		}
	}
	for _, m := range cells {
		row := byKey[m.Cell.Row()]
		if row == nil || !row.Own && !row.Reference {
			continue
		}
		m.Mode.Form = measure.Native
		if !have[m.Cell] && native[place{m.Shape, m.Op, m.Mode}] {
			cells = append(cells, m)
		}
	}
	return cells
}

func withAliasEncoders(cells []measuredCell) []measuredCell {
	have := make(map[measure.Cell]bool)
	for _, m := range cells {
		have[m.Cell] = true
	}
	for _, m := range cells {
		if m.Op != measure.Encode || m.Mode.Strings != measure.Copy {
			continue
		}
		m.Mode.Strings = measure.Alias
		decoder := m.Cell
		decoder.Op = measure.Decode
		if !have[m.Cell] && have[decoder] {
			cells = append(cells, m)
		}
	}
	return cells
}
