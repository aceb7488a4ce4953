package aspect

import (
	"context"
	"sync"

	"bale/codec"
	"bale/program/build"
)

// versionBuilds builds the runners with the versions of types. The rows of a codec share a runner: linking takes most of the time, and a
// runner for each row would link each serializer once for every type and variant.
type versionBuilds struct {
	rows []*examined // all rows that are examined
	mu   sync.Mutex
	made map[versionKey]*versionBuild
}

// versionKey identifies the rows that share a runner. The versions of a type depend on how fields keep their places.
type versionKey struct {
	built *build.Built
	keeping
}

// A versionBuild is a runner with all versions of the types of some rows.
type versionBuild struct {
	once  sync.Once
	built *build.Built
	types map[typeKey]*typeVersions
	err   error
}

// typeKey identifies a type. Shapes of one type that differ in length have the same key.
type typeKey struct {
	pkg  string
	root int
}

// typeVersions holds the versions of one type, without the changes that do not apply, or the reason why it cannot be copied.
type typeVersions struct {
	list []*version
	err  error
}

func newVersionBuilds(rows []*examined) *versionBuilds {
	return &versionBuilds{rows: rows, made: map[versionKey]*versionBuild{}}
}

func (e *examined) versionKey() versionKey { return versionKey{e.Built, keepingOf(e.Variant)} }

func (e *examined) typeKey() typeKey { return typeKey{e.On.Model.Package, e.On.Root} }

// versions returns the versions of a row's type, of which the copies have been checked. They are in the runner that the row shares with the
// other rows of its codec. If the copies cannot be used there, they are in a runner of their own, so that the finding does not depend on the
// other rows.
func (b *versionBuilds) versions(ctx context.Context, e *examined) (*versions, error) {
	key := e.versionKey()
	var rows []*examined
	for _, row := range b.rows {
		if row.versionKey() == key {
			rows = append(rows, row)
		}
	}
	b.mu.Lock()
	shared := b.made[key]
	if shared == nil {
		shared = &versionBuild{}
		b.made[key] = shared
	}
	b.mu.Unlock()
	shared.once.Do(func() { shared.build(ctx, rows) })
	v, err := shared.checked(ctx, e)
	if err == nil || len(rows) == 1 {
		return v, err
	}
	alone := &versionBuild{}
	alone.build(ctx, []*examined{e})
	return alone.checked(ctx, e)
}

// checked returns the versions of a row's type, or an error if the copies cannot be used.
func (b *versionBuild) checked(ctx context.Context, e *examined) (*versions, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if b.err != nil {
		return nil, b.err
	}
	t := b.types[e.typeKey()]
	if t.err != nil {
		return nil, t.err
	}
	v := &versions{row: e, built: b.built, list: t.list}
	if err := v.checkCopies(ctx); err != nil {
		v.close()
		return nil, err
	}
	return v, nil
}

// build builds a runner for rows, which have the same versionKey.
func (b *versionBuild) build(ctx context.Context, rows []*examined) {
	b.types = map[typeKey]*typeVersions{}
	var shapes []*build.Shape
	choice := &build.Choice{Codec: rows[0].Built.Codec}
	wanted := map[*codec.Variant]bool{}
	for _, e := range rows {
		wanted[e.Variant] = true
		if b.types[e.typeKey()] != nil {
			continue
		}
		t := newTypeVersions(e.On, keepingOf(e.Variant))
		b.types[e.typeKey()] = t
		for _, v := range t.list {
			shapes = append(shapes, v.shape)
		}
	}
	for _, v := range choice.Codec.Variants {
		if wanted[v] {
			choice.Variants = append(choice.Variants, v)
		}
	}
	b.built, b.err = rows[0].builder.BuildOne(ctx, shapes, choice)
}

// newTypeVersions returns the versions of a shape's type.
func newTypeVersions(s *build.Shape, k keeping) *typeVersions {
	t := &typeVersions{}
	for _, c := range changes {
		m, made, ok, err := changedModel(s, c, k)
		if err != nil {
			return &typeVersions{err: err}
		}
		if ok {
			if len(t.list) > 0 {
				m.Roots[0].Before = t.list[0].shape.Model.Roots[0].Type
			}
			name := s.Base + " " + c.name
			t.list = append(t.list, &version{c.name, &build.Shape{Name: name, Base: name, Model: m}, made.renamed})
		}
	}
	return t
}
