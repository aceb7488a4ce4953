//go:build balesafe

package json

// A Saved has nothing in safe code, which checks the text before it changes a used value.
type Saved struct{}

// saveList does nothing.
func saveList[T any](_ *Input, _ []T) bool { return true }
