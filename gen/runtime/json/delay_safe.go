//go:build balesafe

package json

// moveDelayed does nothing: safe code does not delay methods.
func moveDelayed[T any](_ []delayed, _, _ []T) {}
