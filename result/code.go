package result

import (
	"errors"
	"io/fs"
	"path/filepath"

	"bale/internal/wholefile"
)

// CodeName is the file in a results folder that has the code by which the rows were measured. It is written before the first round. Nothing is derived
// from it: pages show it. Results folders of earlier versions, and those of a pack, have none.
const CodeName = "code.json"

// A Code is the code of a codec for shapes of one package, as it was compiled.
type Code struct {
	Codec  string     `json:"codec"`
	Shapes []string   `json:"shapes"`
	Files  []CodeFile `json:"files"` // schemas first, then the adapter
}

// A CodeFile is a file of a Code.
type CodeFile struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // "schema" or "adapter"
	Text string `json:"text"`
}

// LoadCode reads the code in a results folder. It returns nil without an error if the folder has none.
func LoadCode(dir string) ([]Code, error) {
	var list []Code
	err := loadJSON(filepath.Join(dir, CodeName), &list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return list, err
}

// SaveCode writes the code to a results folder.
func SaveCode(dir string, list []Code) error {
	return wholefile.Write(jsonFile(filepath.Join(dir, CodeName), list))
}
