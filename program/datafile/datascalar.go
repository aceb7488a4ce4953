package datafile

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"bale/model"
)

// scalar checks a value of a basic kind. name is the name of the kind in errors.
func (r *dataReader) scalar(tok token, k model.Kind, path, name string) error {
	ok := false
	switch v := tok.Token.(type) {
	case bool:
		ok = k == model.Bool
	case string:
		ok = k == model.String
	case json.Number:
		ok = fits(v, k)
	}
	if !ok {
		return r.wrong(tok, path, wantedScalar(k, name))
	}
	return nil
}

// fits reports whether kind k can represent a number.
func fits(n json.Number, k model.Kind) bool {
	var err error
	switch {
	case k.Signed():
		_, err = strconv.ParseInt(n.String(), 10, k.Bits())
	case k.Unsigned():
		_, err = strconv.ParseUint(n.String(), 10, k.Bits())
	case k == model.Float32 || k == model.Float64:
		_, err = strconv.ParseFloat(n.String(), k.Bits())
	default:
		return false
	}
	return err == nil
}

// wantedScalar describes the values of a kind.
func wantedScalar(k model.Kind, name string) string {
	switch {
	case k == model.Bool:
		return "true or false"
	case k == model.String && name == k.String():
		return "a string"
	case k == model.String:
		return "a string (" + name + ")"
	case k == model.Complex64 || k == model.Complex128:
		return "nothing: JSON has no complex numbers"
	}
	return wantedNumber(k, name)
}

// wantedNumber describes the values of a numeric kind.
func wantedNumber(k model.Kind, name string) string {
	switch bits := uint(k.Bits()); {
	case k.Signed():
		return fmt.Sprintf("a whole number from %d to %d (%s)", int64(-1)<<(bits-1), int64(1)<<(bits-1)-1, name)
	case k.Unsigned():
		return fmt.Sprintf("a whole number from 0 to %d (%s)", ^uint64(0)>>(64-bits), name)
	}
	most := strconv.FormatFloat(math.MaxFloat64, 'g', -1, 64)
	if k == model.Float32 {
		most = strconv.FormatFloat(math.MaxFloat32, 'g', -1, 32)
	}
	return fmt.Sprintf("a number from -%s to %s (%s)", most, most, name)
}
