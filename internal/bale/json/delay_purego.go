//go:build purego

package json

// delays says whether texts are decoded before they have been checked: methods are called at the end, and what a text replaces in a used value is copied.
// Without package unsafe, the text is checked first if there are methods or if the value was used before.
const delays = false

// moveDelayed does nothing: there are no delayed methods.
func moveDelayed[T any](_ []delayed, _, _ []T) {}
