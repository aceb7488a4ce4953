package all

// Words that stand for several codecs in lists of codec names.
const (
	PopularWord = "popular" // the variants in Popular
	AllWord     = "all"     // all codecs
)

// Popular lists the variants that Go programmers know best, one or two of each well-known format. They are the default for comparing a
// package's types, so the list is short, and needs no programs except Go. Of two equally well-known ones, it has the one that builds
// faster: easyjson would add net/http and crypto/tls, and goccy-json takes as long to build as all of protobuf.
var Popular = []string{
	"json",
	"jsoniter/std",
	"sonic/std",
	"gob",
	"protobuf",
	"vtprotobuf",
	"gogofaster",
	"msgp",
	"vmihailenco-msgpack",
	"cbor/map",
	"mongo-bson-v2",
	"hamba-avro",
	"flatbuffers/builder",
	"colfer",
	"benc",
	"mus/varint",
	"bale/compact",
	"bale/compact-evolve",
	"bale/proto",
	"bale/msgpack",
	"own",
	"floor",
}

// Expand replaces the words that stand for several codecs with patterns.
func Expand(patterns []string) []string {
	var list []string
	for _, p := range patterns {
		switch p {
		case PopularWord:
			list = append(list, Popular...)
		case AllWord:
			list = append(list, "*", "*/*") // * does not match a slash
		default:
			list = append(list, p)
		}
	}
	return list
}
