package lab

import (
	"context"

	"bale/feature"
	"bale/measure"
)

// Probe builds codecs for a small type of every kind and checks their round trips. It returns one row for each variant and type.
func (l *Lab) Probe(ctx context.Context, choices []*Choice) ([]*measure.Row, error) {
	shapes, err := l.features(ctx)
	if err != nil {
		return nil, err
	}
	built, err := l.Build(ctx, shapes, choices)
	if err != nil {
		return nil, err
	}
	if _, err := l.Prove(ctx, built, 1); err != nil {
		return nil, err
	}
	var rows []*measure.Row
	for _, b := range built {
		rows = append(rows, b.Rows...)
	}
	return rows, nil
}

// features loads the type of every feature.
func (l *Lab) features(ctx context.Context) ([]*Shape, error) {
	dir, err := l.writeModule(map[string][]byte{"feature/types/types.go": feature.Source})
	if err != nil {
		return nil, err
	}
	var types []string
	for _, f := range feature.All {
		types = append(types, f.Type)
	}
	return l.Load(ctx, dir, "./feature/types", types, "", nil)
}
