package convert

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
)

// sameRequest returns what must not change between a conversion and its continuation.
func sameRequest(req *Request) ([]byte, error) {
	same := *req
	same.Resume, same.Workers, same.Terminal, same.About.Flags = false, 0, false, nil
	return json.Marshal(same)
}

// requestSum returns the SHA-256 sum of what sameRequest returns, without the folder: a complete conversion may be moved.
func requestSum(req *Request) (string, error) {
	moved := *req
	moved.Out = ""
	same, err := sameRequest(&moved)
	sum := sha256.Sum256(same)
	return hex.EncodeToString(sum[:]), err
}

// checkSame returns an error that names a difference between a request and the one with which the conversion began: began is what sameRequest
// returned for it.
func checkSame(began []byte, req *Request) error {
	now, err := sameRequest(req)
	if err != nil || bytes.Equal(began, now) {
		return err
	}
	var before Request
	if err := json.Unmarshal(began, &before); err != nil {
		return fmt.Errorf("%s has the journal of another version of bale: name another folder with -out", req.Out)
	}
	if err := checkInputs(&before, req); err != nil {
		return err
	}
	what := "the input files in another order"
	for _, part := range []struct {
		name        string
		before, now any
	}{
		{"another version of bale", before.About.Version, req.About.Version},
		{"another version of Go", before.About.Go, req.About.Go},
		{"other versions of modules", before.About.Modules, req.About.Modules},
		{"another type or codec, or other source code", before.About.Program, req.About.Program},
		{"another -out", before.Out, req.Out},
		{"another -in-container", before.InContainer, req.InContainer},
		{"another -out-container", before.OutContainer, req.OutContainer},
		{"another -max-record", before.MaxRecord, req.MaxRecord},
		{"another -verify", before.Verify, req.Verify},
		{"another -allow", before.Allow, req.Allow},
	} {
		if !reflect.DeepEqual(part.before, part.now) {
			what = part.name
			break
		}
	}
	return fmt.Errorf("%s has a conversion that began with %s: use the same again, or name another folder with -out", req.Out, what)
}

// checkInputs returns an error that names the first input file that only one of two requests has, or that has changed.
func checkInputs(before, now *Request) error {
	const again = "use the same files again, or name another folder with -out"
	files := map[string]Input{}
	for _, in := range now.Inputs {
		files[in.Path] = in
	}
	for _, in := range before.Inputs {
		same, ok := files[in.Path]
		delete(files, in.Path)
		switch {
		case !ok:
			return fmt.Errorf("the conversion in %s began with the input file %s, which is missing: %s", now.Out, in.Path, again)
		case in.Size != same.Size || in.ModTime != same.ModTime:
			return in.changed()
		case in.Output != same.Output:
			return fmt.Errorf("%s has a conversion that writes the records of %s to %s: name the same output file with -out again, or name another folder", now.Out, in.Path, in.Output)
		}
	}
	for _, in := range now.Inputs {
		if _, isNew := files[in.Path]; isNew {
			return fmt.Errorf("the conversion in %s began without the input file %s: %s", now.Out, in.Path, again)
		}
	}
	return nil
}
