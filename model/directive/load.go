package directive

import (
	"context"
	"path/filepath"

	"bale/model"
)

// Load is model.Load with the directives in the source applied.
func Load(ctx context.Context, dir, pattern string, exprs []string) (*model.Model, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	n := New(dir)
	return model.LoadWith(ctx, dir, pattern, exprs, model.Options{
		Skip: n.Skips, FieldUnion: n.FieldUnion, TypeUnion: n.TypeUnion, Advice: "mark the field `bale:\"skip\"`",
	})
}
