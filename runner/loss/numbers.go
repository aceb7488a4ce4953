package loss

import (
	"math/big"
	"reflect"
)

// number returns the exact value of a finite number of a predeclared type, and nil for any other value. Serializers may decode a number
// in an interface as another of these types.
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
