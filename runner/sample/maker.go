package sample

import (
	"reflect"

	"bale/runner/inspect"
)

// maker holds the types that are reachable from one sampled type, and what tests of their methods have found out. It is not safe for
// concurrent use.
type maker struct {
	*inspect.World
	probes map[*inspect.Info]*probe // of custom and validated types
	trials map[*inspect.Info]*trial // of custom and validated types
}

func newMaker(root reflect.Type, unions ...inspect.Union) *maker {
	return &maker{inspect.NewWorld(root, unions...), map[*inspect.Info]*probe{}, map[*inspect.Info]*trial{}}
}
