package result

import (
	"bale/runner/measure"
)

// inOtherClasses returns the cells and, in addition, copies of those that also belong to another class:
//
//   - A codec that works on the user's struct (measure.Row.Own) and the reference take the same time in a native class as in the convert
//     class. They are added to each native class in which another codec of the shape was measured.
//   - Encoding does not depend on whether decoded strings may point into the input, so it is only measured as copy. A codec that decodes
//     in an alias class also gets its encoding cell there.
//
// The second step runs after the first, so that a native alias class gets its encoders from the native copy class.
func inOtherClasses(rows []measure.Row, cells []measuredCell) []measuredCell {
	return withAliasEncoders(withOwnAsNative(rows, cells))
}

// withOwnAsNative adds the cells of references and of codecs on the user's struct to native classes.
func withOwnAsNative(rows []measure.Row, cells []measuredCell) []measuredCell {
	byKey := rowsByKey(rows)
	type classKey struct {
		shape string
		op    measure.Op
		mode  measure.Mode
	}
	native := make(map[classKey]bool)
	have := make(map[measure.Cell]bool)
	for _, m := range cells {
		have[m.Cell] = true
		if m.Mode.Form == measure.Native {
			native[classKey{m.Shape, m.Op, m.Mode}] = true
		}
	}
	for _, m := range cells {
		row := byKey[m.Cell.Row()]
		if row == nil || !row.Own && !row.Reference {
			continue
		}
		m.Mode.Form = measure.Native
		if !have[m.Cell] && native[classKey{m.Shape, m.Op, m.Mode}] {
			cells = append(cells, m)
		}
	}
	return cells
}

// withAliasEncoders adds encoding cells to the alias classes in which their codecs decode.
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
