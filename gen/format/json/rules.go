package json

import "bale/model"

// rules are the semantics of JSON code: those of encoding/json, or those of encoding/json/v2. One walk over the types prints the code for both.
type rules struct {
	library   string // the package with the semantics
	mark, end string // ends of names of functions
	// delays means that a method is called after the text has been checked, and may change the value around it. What it decodes into is kept, to undo that.
	delays bool
	// replaces means that null sets any value to zero, and that the elements of lists are zero before they are decoded.
	replaces bool
	// nilNull means that a nil list or map is encoded as null.
	nilNull bool
	// byAddress means that methods of pointers encode only values that are addressable.
	byAddress bool
	// unique means that a name that occurs twice is an error, even in a value that is skipped.
	unique bool
	// strictCase means that the case of a name matters, unless the tag of its field says otherwise.
	strictCase bool

	kind    func(g *generator, t model.Type, addressable bool) kind
	find    func(t model.Type, home string) *fields
	inlined func(f *model.Field) bool // the fields of the struct in f are those of the outer struct

	checkType func(c *checker, t model.Type, path, pos string) bool
	checkKey  func(c *checker, t model.Type, path, pos string)

	appendRoot, decodeRoot                                  func(g *generator, t *model.Named, name, typ string)
	getRecord                                               func(g *generator, t model.Type, deep bool)
	getArray, getEntries, getDynamic, getLibrary, getQuoted func(g *generator, t model.Type, x string)
	putText                                                 func(g *generator, x string)
	putRecord, putLibrary                                   func(g *generator, t model.Type, x string, addressable bool)
}

// rulesV1 are the semantics of encoding/json.
var rulesV1 = &rules{
	library: "encoding/json", delays: true, nilNull: true, byAddress: true,
	kind: (*generator).kindV1, find: fieldsV1, inlined: inlinedV1,
	checkType: (*checker).checkTypeV1, checkKey: (*checker).checkKeyV1,
	appendRoot: (*generator).appendRootV1, decodeRoot: (*generator).decodeRootV1,
	getRecord: func(g *generator, t model.Type, deep bool) { g.getRecordV1(t, deep, "") },
	getArray:  (*generator).getArrayV1, getEntries: (*generator).getEntriesV1, getDynamic: (*generator).getDynamicV1, getLibrary: (*generator).getLibraryV1, getQuoted: (*generator).getQuotedV1,
	putText:    (*generator).putTextV1,
	putRecord:  func(g *generator, t model.Type, x string, addressable bool) { g.putRecordV1(t, x, addressable, "") },
	putLibrary: (*generator).putLibraryV1,
}

// rulesV2 are the semantics of encoding/json/v2.
var rulesV2 = &rules{
	library: "encoding/json/v2", mark: "2", end: "V2", replaces: true, unique: true, strictCase: true,
	kind: (*generator).kindV2, find: fieldsV2, inlined: inlinedV2,
	checkType: (*checker).checkTypeV2, checkKey: (*checker).checkKeyV2,
	appendRoot: (*generator).appendRootV2, decodeRoot: (*generator).decodeRootV2,
	getRecord: (*generator).getRecordV2,
	getArray:  (*generator).getArrayV2, getEntries: (*generator).getEntriesV2, getDynamic: (*generator).getDynamicV2, getLibrary: (*generator).getLibraryV2, getQuoted: (*generator).getQuotedV2,
	putText:   (*generator).putTextV2,
	putRecord: (*generator).putRecordV2, putLibrary: (*generator).putLibraryV2,
}

// rulesOf returns the semantics of code for encoding/json/v2, or for encoding/json.
func rulesOf(isV2 bool) *rules {
	if isV2 {
		return rulesV2
	}
	return rulesV1
}

// structOf returns the fields of the struct t in the order in which they are encoded. It returns nil for a struct that only the library handles.
func (r *rules) structOf(t model.Type, home string) *fields {
	if f := r.find(t, home); !f.strange {
		return f
	}
	return nil
}

// isV2 reports whether the root t has the semantics of encoding/json/v2.
func (f *file) isV2(t *model.Named) bool { return f.Directives != nil && f.Directives.JSONV2[t] }
