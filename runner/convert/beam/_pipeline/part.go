package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"bale/runner/convert"
	"bale/runner/convert/container"
)

func init() {
	register.DoFn4x1[context.Context, *sdf.LockRTracker, int, func(int, string), error](&convertFn{})
	register.DoFn3x1[context.Context, int, func(*string) bool, error](&collectFn{})
	register.Emitter2[int, string]()
	register.Iter1[string]()
	beam.RegisterType(reflect.TypeFor[offsetrange.Restriction]())
}

// A Piece is a part of an input file that has been converted.
type Piece struct {
	Input      int   // index of the input file
	Start, End int64 // The records begin at these offsets of the file.
	Output     part
	Dead       part // with lines of dead letters; Path is "" if there are none
	Counts     convert.Counts
}

// A convertFn converts parts of files. It emits Pieces in JSON, all with the same key.
type convertFn struct {
	Request   []byte // a Request in JSON
	ID        string // of the conversion
	Job, Jobs int    // the index of the job, and the number of jobs

	request       *Request
	parts         *convert.PartConverter
	in, out, dead beam.Counter
}

// Setup prepares a worker.
func (f *convertFn) Setup() error {
	connect(f.Job)
	if err := f.decode(); err != nil {
		return err
	}
	var err error
	f.parts, err = convert.NewPartConverter(program, &f.request.Request)
	f.in, f.out, f.dead = counter("in"), counter("out"), counter("dead")
	return err
}

func counter(name string) beam.Counter { return beam.NewCounter("bale.convert", name) }

// decode decodes the request. Beam calls some methods of a DoFn without Setup.
func (f *convertFn) decode() error {
	if f.request != nil {
		return nil
	}
	f.request = &Request{}
	return json.Unmarshal(f.Request, f.request)
}

// splits reports whether an input file can be read from any offset on: where a line begins can be seen, unlike the beginning of a frame, and
// reading can begin there, unlike in a compressed file. Only the machine's own file system can begin to read at an offset; Beam reads the files of
// others from their beginning.
func (f *convertFn) splits(in *convert.Input) (bool, error) {
	if err := f.decode(); err != nil {
		return false, err
	}
	from, err := container.Find(f.request.InContainer)
	if err != nil {
		return false, err
	}
	how, err := container.CompressionOf(in.Path)
	return from.Sync != nil && how == nil && isLocal(in.Path) && in.Size > 0, err
}

// CreateInitialRestriction returns the offsets of a file, or [0, 1) if it cannot be split.
func (f *convertFn) CreateInitialRestriction(index int) (offsetrange.Restriction, error) {
	if err := f.decode(); err != nil {
		return offsetrange.Restriction{}, err
	}
	in := &f.request.Inputs[index]
	if ok, err := f.splits(in); !ok {
		return offsetrange.Restriction{Start: 0, End: 1}, err
	}
	return offsetrange.Restriction{Start: 0, End: in.Size}, nil
}

// SplitRestriction returns the parts that the job converts. They depend only on the sizes of the files, so the names of the output files do, too.
func (f *convertFn) SplitRestriction(index int, r offsetrange.Restriction) ([]offsetrange.Restriction, error) {
	if err := f.decode(); err != nil {
		return nil, err
	}
	var mine []offsetrange.Restriction
	for i, part := range r.SizedSplits(f.request.PartSize) {
		if (index+i)%f.Jobs == f.Job {
			mine = append(mine, part)
		}
	}
	return mine, nil
}

// RestrictionSize returns the number of bytes of a part.
func (f *convertFn) RestrictionSize(index int, r offsetrange.Restriction) (float64, error) {
	if err := f.decode(); err != nil {
		return 0, err
	}
	in := &f.request.Inputs[index]
	if ok, err := f.splits(in); !ok {
		return float64(in.Size), err
	}
	return r.Size(), nil
}

// CreateTracker returns a tracker for a part.
func (f *convertFn) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(wholeTracker{offsetrange.NewTracker(r)})
}

// A wholeTracker does not split a part that is being converted: what has been written would depend on the runner.
type wholeTracker struct{ *offsetrange.Tracker }

// TrySplit does not split.
func (t wholeTracker) TrySplit(float64) (primary, residual any, err error) {
	return t.GetRestriction(), nil, nil
}

// ProcessElement converts a part of a file.
func (f *convertFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, index int, emit func(int, string)) error {
	in := &f.request.Inputs[index]
	r := rt.GetRestriction().(offsetrange.Restriction)
	piece := Piece{Input: index, Start: r.Start, End: r.End}
	split, err := f.splits(in)
	if err != nil {
		return err
	}
	ended := false
	claim := func(offset int64) bool {
		ended = ended || !rt.TryClaim(offset)
		return !ended
	}
	if !split {
		if piece.End = in.Size; !rt.TryClaim(r.Start) {
			return rt.GetError()
		}
		claim = func(int64) bool { return true }
	}
	if err := f.convert(ctx, in, &piece, claim); err != nil {
		return fmt.Errorf("%s, offset %d: %w", in.Path, r.Start, err)
	}
	if split && !ended {
		rt.TryClaim(r.End) // the part ends at the end of the file
	}
	text, err := json.Marshal(piece)
	if err == nil {
		f.in.Inc(ctx, piece.Counts.In)
		f.out.Inc(ctx, piece.Counts.Out)
		f.dead.Inc(ctx, piece.Counts.Dead)
		emit(0, string(text))
	}
	return err
}

// convert converts a part of an input into new files, which it sets in the piece.
func (f *convertFn) convert(ctx context.Context, in *convert.Input, piece *Piece, claim func(int64) bool) error {
	src, err := f.open(ctx, in, piece.Start)
	if err != nil {
		return err
	}
	defer src.close()
	files, err := newStore(ctx, f.request.Out)
	if err != nil {
		return err
	}
	defer files.close()
	output := &partWriter{ctx: ctx, store: files, id: f.ID, name: in.Output}
	dead := &partWriter{ctx: ctx, store: files, id: f.ID, name: in.Output}
	if _, err = output.Write(nil); err == nil { // the file exists even if it is empty
		piece.Counts, err = f.parts.Convert(src.Reader, piece.Input, src.offset, claim, src.err, output, dead)
	}
	if err == nil {
		err = src.check(ctx)
	}
	for _, w := range []*partWriter{output, dead} {
		if closeErr := w.close(); err == nil {
			err = closeErr
		}
	}
	piece.Output, piece.Dead = output.part, dead.part
	return err
}

// open opens a file at the first record that begins at an offset or after it.
func (f *convertFn) open(ctx context.Context, in *convert.Input, offset int64) (*source, error) {
	src, err := openSource(ctx, f.request.path(in.Path), in)
	if err != nil {
		return nil, err
	}
	how, err := container.CompressionOf(in.Path)
	if err == nil && how != nil {
		err = src.decompress(how)
	} else if err == nil && offset > 0 {
		err = src.sync(f.parts.From(), offset)
	}
	if err != nil {
		src.close()
		return nil, err
	}
	return src, nil
}

// bufferSize is the size of the buffers for reading and writing files.
const bufferSize = 256 << 10
