package inspect

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// marshalMethods are the names of the methods by which a type encodes itself.
var marshalMethods = map[string]bool{
	"MarshalText": true, "UnmarshalText": true, "MarshalJSON": true, "UnmarshalJSON": true,
	"MarshalBinary": true, "UnmarshalBinary": true, "GobEncode": true, "GobDecode": true,
}

// PanicText returns a text for p, the result of recover: its own text, and the method of a type that panicked, as in
// "panic: want # in the method UnmarshalText of money.Hash". It must be called while the function that recovered p is running.
func PanicText(p any) string {
	pcs := make([]uintptr, 100)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for panicked, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		name := f.Function[strings.LastIndexByte(f.Function, '.')+1:]
		if panicked && marshalMethods[name] {
			of := strings.NewReplacer("(*", "", ")", "").Replace(path.Base(strings.TrimSuffix(f.Function, "."+name)))
			return fmt.Sprintf("panic: %v in the method %s of %s", p, name, of)
		}
		panicked = panicked || strings.HasPrefix(f.Function, "runtime.") && strings.Contains(f.Function, "panic")
	}
	return fmt.Sprintf("panic: %v", p)
}
