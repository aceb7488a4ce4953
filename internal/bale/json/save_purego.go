//go:build purego

package json

// Nothing is copied without package unsafe: see delays. The functions of save_unsafe.go are called only if Input.Saves is set, except for AllOf and EndUsed.

// A Saved has no copies.
type Saved struct{}

// Save returns the elements before i.
func Save[T any](_ *Input, list []T, i int) []T { return list[:i] }

// AllOf returns list.
func AllOf[T any](list, _ []T) []T { return list }

// SaveValue copies nothing.
func SaveValue[T any](*Input, *T) bool { return true }

// SaveEntry copies nothing.
func SaveEntry[K comparable, V any](*Input, map[K]V, K) bool { return true }

// EndUsed restores what methods have changed if decoding has failed.
func (d *Input) EndUsed(failed bool) {
	if failed {
		d.Restore()
	}
}

// saveList copies nothing.
func saveList[T any](*Input, []T) bool { return true }
