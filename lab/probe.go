package lab

import (
	"context"

	"bale/feature"
	"bale/measure"
)

// Probe builds codecs for a small type of every kind and checks their round trips. It returns one row for each variant and type.
func (l *Lab) Probe(ctx context.Context, choices []*Choice) ([]*measure.Row, error) {
	b := l.Builder(Target{}, false)
	shapes, err := features(ctx, b)
	if err != nil {
		return nil, err
	}
	built, err := b.Build(ctx, shapes, choices)
	if err != nil {
		return nil, err
	}
	check := &Check{Builder: b, Progress: l.Progress, Seed: 1}
	if _, err := check.Prove(ctx, built); err != nil {
		return nil, err
	}
	var rows []*measure.Row
	for _, b := range built {
		rows = append(rows, Results(b.Rows)...)
	}
	return rows, nil
}

// features loads the type of every feature.
func features(ctx context.Context, b *Builder) ([]*Shape, error) {
	dir, err := b.writeModule(map[string][]byte{"feature/types/types.go": feature.Source})
	if err != nil {
		return nil, err
	}
	var types []string
	for _, f := range feature.All {
		types = append(types, f.Type)
	}
	return Load(ctx, dir, "./feature/types", types, "", nil)
}
