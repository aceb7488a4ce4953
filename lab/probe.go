package lab

import (
	"context"
	"slices"

	"bale/model/feature"
	"bale/program/build"
	"bale/runner/measure"
)

// Probe builds codecs for a small type of every kind and checks their round trips. It returns one row for each variant and type.
func (l *Lab) Probe(ctx context.Context, choices []*build.Choice) ([]*measure.Row, error) {
	b := l.Builder(build.Target{}, false)
	shapes, err := features(ctx, b)
	if err != nil {
		return nil, err
	}
	built, err := b.Build(ctx, shapes, choices)
	if err != nil {
		return nil, err
	}
	// As many sample values as a comparison has: with 256 instead of up to 4,096, faults of csproto and gojay are not found.
	check := &Check{Builder: b, Progress: l.Progress, Seed: 1}
	if _, err := check.Run(ctx, built); err != nil {
		return nil, err
	}
	var rows []*measure.Row
	for _, b := range built {
		rows = append(rows, build.Results(b.Rows)...)
	}
	for _, r := range rows { // the same on every machine
		r.Losses = slices.DeleteFunc(r.Losses, func(l measure.Loss) bool { return l.Kind == measure.NotTried })
		if r.Status == measure.Lossy && len(r.Losses) == 0 {
			r.Status = measure.OK
		}
	}
	return rows, nil
}

// features loads the type of every feature.
func features(ctx context.Context, b *build.Builder) ([]*build.Shape, error) {
	dir, err := b.WriteModule(map[string][]byte{"feature/types/types.go": feature.Source})
	if err != nil {
		return nil, err
	}
	var types []string
	for _, f := range feature.All {
		types = append(types, f.Type)
	}
	return build.Load(ctx, dir, "./feature/types", types, "", nil)
}
