//go:build purego

package used

func init() { shares = false }
