package directive

import (
	"context"
	"path/filepath"

	"bale/schema"
)

// Load is schema.Load with the directives in the source applied.
func Load(ctx context.Context, dir, pattern string, exprs []string) (*schema.Model, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	n := New(dir)
	return schema.LoadWith(ctx, dir, pattern, exprs, schema.Options{
		Skip: n.Skips, FieldUnion: n.FieldUnion, TypeUnion: n.TypeUnion, Advice: "mark the field `bale:\"skip\"`",
	})
}
