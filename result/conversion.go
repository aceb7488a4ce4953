package result

import (
	"slices"

	"bale/runner/measure"
)

// setConversions sets the shares of conversions in the times of rows. They are known for codecs with types of their own that were measured in the default class
// and in the same class without conversions.
func setConversions(rows []measure.Row, cells []measuredCell) {
	for i := range rows {
		row := &rows[i]
		encode, decode := conversionShare(row, cells, measure.Encode), conversionShare(row, cells, measure.Decode)
		if encode != nil && decode != nil {
			row.Conversion = &measure.Conversion{Encode: *encode, Decode: *decode}
		}
	}
}

// conversionShare returns the share of conversions in the time of a row to encode or to decode, or nil if it is not known.
func conversionShare(row *measure.Row, cells []measuredCell, op measure.Op) *float64 {
	find := func(form measure.Form) *measuredCell {
		want := measure.Cell{Shape: row.Shape, Codec: row.Codec, Op: op, Mode: measure.DefaultMode}
		want.Mode.Form = form
		if i := slices.IndexFunc(cells, func(m measuredCell) bool { return m.Cell == want }); i >= 0 {
			return &cells[i]
		}
		return nil
	}
	with, without := find(measure.Convert), find(measure.Native)
	if with == nil || without == nil || with.clock != without.clock {
		return nil
	}
	share := max(0, 1-ratio(without.times, with.times).Center)
	return &share
}
