package sample

import (
	"math/big"
	"reflect"
)

// number is the exact value of a number of a predeclared type, nil for anything else, for an infinity and for what is not a number.
// A serializer may give back a number that an interface held as another of these types.
func number(v reflect.Value) *big.Float {
	switch {
	case v.Type().PkgPath() != "":
		return nil
	case v.CanInt():
		return new(big.Float).SetInt64(v.Int())
	case v.CanUint():
		return new(big.Float).SetUint64(v.Uint())
	case v.CanFloat() && v.Float()-v.Float() == 0:
		return big.NewFloat(v.Float())
	}
	return nil
}
