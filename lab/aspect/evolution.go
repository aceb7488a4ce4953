package aspect

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"bale/program/build"
	"bale/result"
	"bale/runner/harness"
	"bale/runner/measure"
)

// crossMessages is the number of messages of each version that are decoded with the other version.
const crossMessages = 16

// evolution changes the type, builds the codec for each version of it, and decodes messages of each version with the other.
func (e *examined) evolution(ctx context.Context, into *result.Aspects) error {
	v, err := e.builds.versions(ctx, e)
	if err != nil {
		return err
	}
	defer v.close()
	for _, c := range v.list[2:] {
		found := result.TypeChange{Change: c.name}
		if reason := v.gap(c); reason != "" {
			found.Forward, found.Backward, found.Detail = result.NotCarried, result.NotCarried, reason
		} else {
			var details [2]string
			if found.Forward, details[0], err = v.cross(ctx, v.list[0], c); err != nil {
				return err
			}
			if found.Backward, details[1], err = v.cross(ctx, c, v.list[0]); err != nil {
				return err
			}
			found.Detail = details[0]
			if found.Detail == "" && details[1] != "" {
				found.Detail = "back: " + details[1]
			}
		}
		into.Evolution = append(into.Evolution, found)
	}
	return nil
}

// A version is one version of a type.
type version struct {
	name    string
	shape   *build.Shape
	renamed [2]string // see changedStruct
}

// versions holds the versions of one row's type, which are in one runner.
type versions struct {
	row   *examined
	built *build.Built
	list  []*version // the two copies first
	p     *build.Proc
}

// crossLength is the maximum number of elements in values of a slice type.
const crossLength = 10

func (v *versions) close() {
	if v.p != nil {
		v.p.Close()
		v.p = nil
	}
}

// gap returns the reason why there is no program for a version, or "" if there is one.
func (v *versions) gap(c *version) string {
	for _, r := range v.built.Rows {
		if r.Shape == c.shape.Name && r.Codec == v.row.Codec {
			if r.Status == measure.OK && v.built.Runner != nil {
				return ""
			}
			return oneLine(r.Reason)
		}
	}
	return "the serializer does not work on a copy of the type"
}

// checkCopies returns an error if one unchanged copy of the type does not decode the messages of the other.
func (v *versions) checkCopies(ctx context.Context) error {
	for _, c := range v.list[:2] {
		if reason := v.gap(c); reason != "" {
			return fmt.Errorf("a copy of the type cannot be carried: %s", reason)
		}
	}
	switch outcome, detail, err := v.cross(ctx, v.list[0], v.list[1]); {
	case err != nil:
		return err
	case outcome != result.Right:
		return fmt.Errorf("a copy of the type in another package does not decode its messages: %s", detail)
	}
	return nil
}

// ask sends a request about a version. If the runner ends, the next call starts it again.
func (v *versions) ask(ctx context.Context, c *version, req *harness.Request) (*harness.Response, error) {
	if v.p == nil {
		p, err := v.row.builder.Start(v.built.Runner)
		if err != nil {
			return nil, err
		}
		v.p = p
	}
	req.Shape, req.Codec, req.Length, req.Seed = c.shape.Base, v.row.Codec, min(v.row.On.Length, crossLength), v.row.seed
	resp, err := v.p.Call(ctx, req, aspectDeadline)
	var dead *build.RunnerError
	if errors.As(err, &dead) && dead.Dead {
		v.p = nil
	}
	return resp, err
}

// cross decodes messages of version from with version to, and compares the fields that both have with the values that from decodes.
func (v *versions) cross(ctx context.Context, from, to *version) (result.Outcome, string, error) {
	made, err := v.ask(ctx, from, &harness.Request{Do: harness.Messages, N: crossMessages})
	if err != nil {
		return "", "", err
	}
	want, err := v.decode(ctx, from, made.Messages)
	if err != nil {
		return "", "", err
	}
	got, err := v.decode(ctx, to, made.Messages)
	var dead *build.RunnerError
	if errors.As(err, &dead) && dead.Dead && !dead.Own {
		return result.Refused, "the process ended: " + oneLine(dead.Reason), nil
	}
	if err != nil {
		return "", "", err
	}
	outcome, detail := result.Right, ""
	for i := range made.Messages {
		if want[i].Error != "" {
			return "", "", fmt.Errorf("the %s type does not decode its own messages: %s", from.name, want[i].Error)
		}
		switch {
		case got[i].Error != "" && outcome == result.Right:
			outcome, detail = result.Refused, oneLine(got[i].Error)
		case got[i].Error == "":
			if wrong := differs(want[i].Columns, got[i].Columns, newName(from, to)); wrong != "" {
				return result.Wrong, wrong, nil
			}
		}
	}
	return outcome, detail, nil
}

func (v *versions) decode(ctx context.Context, c *version, messages [][]byte) ([]harness.Decoded, error) {
	resp, err := v.ask(ctx, c, &harness.Request{Do: harness.Columns, Messages: messages})
	if err != nil {
		return nil, err
	}
	if len(resp.Decoded) != len(messages) {
		return nil, errNoAnswer
	}
	return resp.Decoded, nil
}

// newName returns a function that maps the name of a field in version from to its name in version to.
func newName(from, to *version) func(string) string {
	return func(name string) string {
		for _, r := range [][2]string{to.renamed, {from.renamed[1], from.renamed[0]}} {
			if r[0] != "" && r[0] == name {
				return r[1]
			}
		}
		return name
	}
}

// differs returns a text about the first field, in the order of names, that has changed, or that only got has and that is not zero. It
// returns "" if there is none.
func differs(want, got map[string]harness.Column, newName func(string) string) string {
	known := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		to := newName(name)
		known[to] = true
		g, ok := got[to]
		switch w := want[name]; {
		case !ok || g.Text == w.Text:
		case g.Zero:
			return name + " is lost"
		default:
			return fmt.Sprintf("%s changed", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if !known[name] && !got[name].Zero {
			return name + " is not zero"
		}
	}
	return ""
}
