package all

// The words that stand for several codecs where names of codecs are wanted.
const (
	PopularWord = "popular" // those of Popular
	AllWord     = "all"     // those of Codecs
)

// Popular are the variants that Go programmers name first, one or two of each well-known format. A package's types are compared with
// them unless other codecs are asked for, so the list is short, and needs no program beside Go. Of two that are equally well known, the one
// that is built faster is here: easyjson takes net/http and crypto/tls with it, goccy-json as much time as all of protobuf.
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
	"bale/proto",
	"bale/msgpack",
	"own",
	"floor",
}

// Expand replaces the words that stand for several codecs by patterns for these.
func Expand(patterns []string) []string {
	var list []string
	for _, p := range patterns {
		switch p {
		case PopularWord:
			list = append(list, Popular...)
		case AllWord:
			list = append(list, "*", "*/*") // a pattern's * does not stand for a slash
		default:
			list = append(list, p)
		}
	}
	return list
}
