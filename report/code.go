package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"reflect"
	"slices"

	"bale/result"
)

// maxPage is the number of bytes up to which a page has the code of rows. The page of a run of the popular codecs on the built-in shapes has 0.5 MB without
// it. What does not fit is left out, and the card has only the command that prints it.
const maxPage = 1_000_000

// pageCode is the code on a page. The script decompresses what a reader opens.
type pageCode struct {
	// Runs has the index in Lists of each run with code, by the ID of its element. Two views of one run have one index.
	Runs map[string]int `json:"runs"`
	// Lists has for each codec the JSON of a list of result.Code, compressed with gzip, in base64.
	Lists []map[string]string `json:"lists"`
}

// newPageCode returns the code of runs, in at most room bytes: first that of the codecs that are fastest in the first class.
func newPageCode(runs []*result.Results, ids []string, room int) (*pageCode, error) {
	page := &pageCode{Runs: map[string]int{}}
	for i, r := range runs {
		if r.Code == nil {
			continue
		}
		same := slices.IndexFunc(runs[:i], func(before *result.Results) bool { return reflect.DeepEqual(before.Code, r.Code) })
		if same >= 0 {
			page.Runs[ids[i]] = page.Runs[ids[same]]
			continue
		}
		found := map[string]string{}
		for _, codec := range codecsBySpeed(r) {
			text, err := zippedJSON(slices.DeleteFunc(slices.Clone(r.Code), func(c result.Code) bool { return c.Codec != codec }))
			if err != nil {
				return nil, err
			}
			if n := len(text) + len(codec) + len(`"":"",`); n <= room {
				found[codec] = text
				room -= n
			}
		}
		page.Runs[ids[i]] = len(page.Lists)
		page.Lists = append(page.Lists, found)
	}
	return page, nil
}

// codecsBySpeed returns the codecs that have code, the fastest first.
func codecsBySpeed(r *result.Results) (list []string) {
	add := func(codec string) {
		if !slices.Contains(list, codec) && slices.ContainsFunc(r.Code, func(c result.Code) bool { return c.Codec == codec }) {
			list = append(list, codec)
		}
	}
	for _, o := range r.Overall {
		add(o.Codec)
	}
	for _, c := range r.Code {
		add(c.Codec)
	}
	return list
}

// zippedJSON returns the JSON of v, compressed with gzip, in base64.
func zippedJSON(v any) (string, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		err = json.NewEncoder(z).Encode(v)
	}
	if err == nil {
		err = z.Close()
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), err
}

// A counter counts bytes.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}
