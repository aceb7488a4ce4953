package json

import "reflect"

// Originals has the types for which others without methods stand in encoding/json, by these.
var Originals map[reflect.Type]reflect.Type
