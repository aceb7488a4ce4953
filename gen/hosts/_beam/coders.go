package beam

import (
	"errors"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// Beam encodes the elements of PCollections with the coder that is registered for their type. It must be registered before beam.Init is
// called.
func init() {
	baleBeamRegister(baleBeamEncodeTYPE, baleBeamDecodeTYPE, DETERMINISTIC)
	baleBeamRegister(baleBeamPtrEncodeTYPE, baleBeamPtrDecodeTYPE, DETERMINISTIC)
}

// baleBeamRegister registers encode and decode as the coder of T. Beam calls them without reflection.
func baleBeamRegister[T any](encode func(T) ([]byte, error), decode func([]byte) (T, error), deterministic bool) {
	register.Function1x2(encode)
	register.Function1x2(decode)
	t := reflect.TypeFor[T]()
	beam.RegisterCoder(t, encode, decode)
	if deterministic {
		coder.RegisterDeterministicCoder(t, encode, decode)
	}
}

// baleBeamEncodeTYPE returns v in the FORMAT format.
func baleBeamEncodeTYPE(v TYPE) ([]byte, error) {
	return v.MARSHAL()
}

// baleBeamDecodeTYPE returns the value of a message in the FORMAT format. Nothing in the value refers to DATA.
func baleBeamDecodeTYPE(DATA []byte) (v TYPE, err error) {
	err = v.UNMARSHAL(DATA)
	return v, err
}

// baleBeamPtrEncodeTYPE is for PCollections of pointers, which must not be nil.
func baleBeamPtrEncodeTYPE(v *TYPE) ([]byte, error) {
	if v == nil {
		return nil, errors.New("a nil *TYPE has no encoding: leave it out of the PCollection")
	}
	return v.MARSHAL()
}

// baleBeamPtrDecodeTYPE returns a pointer to the value of a message in the FORMAT format.
func baleBeamPtrDecodeTYPE(DATA []byte) (*TYPE, error) {
	v := new(TYPE)
	err := v.UNMARSHAL(DATA)
	return v, err
}
