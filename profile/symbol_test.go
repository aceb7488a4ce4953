package profile

import (
	"testing"

	"bale/codec/facts"
)

// TestParseSymbol has names as programs of Go 1.26 have them in profiles.
func TestParseSymbol(t *testing.T) {
	for name, want := range map[string]symbol{
		"encoding/json.Marshal":                 {Package: "encoding/json", Name: "Marshal", Base: "Marshal"},
		"encoding/json.(*Decoder).Decode":       {Package: "encoding/json", Name: "(*Decoder).Decode", Receiver: "Decoder", Base: "Decode"},
		"gopkg.in/yaml%2ev3.Marshal":            {Package: "gopkg.in/yaml.v3", Name: "Marshal", Base: "Marshal"},
		"example.com/a/vendor/github.com/x/y.F": {Package: "github.com/x/y", Name: "F", Base: "F"},
		"main.V.val":                            {Package: "main", Name: "V.val", Receiver: "V", Base: "val"},
		"main.main.func1":                       {Package: "main", Name: "main.func1", Base: "main.func1"},
		"main.(*T).M.func1.2":                   {Package: "main", Name: "(*T).M.func1.2", Receiver: "T", Base: "M.func1.2"},
		"main.F.gowrap1":                        {Package: "main", Name: "F.gowrap1", Base: "F.gowrap1"},
		"main.(*T).M-fm":                        {Package: "main", Name: "(*T).M-fm", Receiver: "T", Base: "M"},
		"main.F[...]":                           {Package: "main", Name: "F", Base: "F"},
		"main.F[main.T]":                        {Package: "main", Name: "F", Base: "F", Args: "main.T"},
		"main.enc[go.shape.*uint8]":             {Package: "main", Name: "enc", Base: "enc", Args: "go.shape.*uint8"},
		`main.(*W[go.shape.struct { A a/b.C "x:\"]\"" }]).do`: {Package: "main", Name: "(*W).do", Receiver: "W", Base: "do", Args: `go.shape.struct { A a/b.C "x:\"]\"" }`},
		"bale/profile_test.TestX":                             {Package: "bale/profile_test", Name: "TestX", Base: "TestX"},
		"_cgoexp_1234":                                        {Name: "_cgoexp_1234", Base: "_cgoexp_1234"},
		"std::vector<int>::push_back":                         {Name: "std::vector<int>::push_back", Base: "std::vector<int>::push_back"},
		"/abs/path.F":                                         {Package: "/abs/path", Name: "F", Base: "F"},
		"":                                                    {},
	} {
		if got := parseSymbol(name, ""); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// TestSymbols checks that functions belong to their serializers. The names and the files are those of programs that call the serializers.
func TestSymbols(t *testing.T) {
	m := newMatcher(facts.Entries(), &Source{})
	for _, c := range []struct {
		name, file, codec string
		direction         Direction
	}{
		{"encoding/json.Marshal", "encode.go", "json", Encode},
		{"encoding/json.(*Encoder).Encode", "stream.go", "json", Encode},
		{"encoding/json.(*Decoder).Decode", "stream.go", "json", Decode},
		{"encoding/json.Valid", "scanner.go", "json", Other},
		{"encoding/json/v2.Marshal", "arshal.go", "jsonv2", Encode},
		{"encoding/json/jsontext.(*Decoder).ReadValue", "decode.go", "jsonv2", Other},
		{"encoding/gob.(*Decoder).Decode", "decoder.go", "gob", Decode},
		{"encoding/gob.NewDecoder", "decoder.go", "gob", Decode},
		{"encoding/xml.(*Decoder).DecodeElement", "read.go", "xml", Decode},
		{"encoding/binary.Write", "binary.go", "encoding-binary", Encode},
		{"encoding/binary.littleEndian.PutUint32", "binary.go", "", ""},
		{"google.golang.org/protobuf/proto.Marshal", "encode.go", "protobuf", Encode},
		{"google.golang.org/protobuf/proto.UnmarshalOptions.unmarshal", "decode.go", "protobuf", Decode},
		{"google.golang.org/protobuf/encoding/protojson.MarshalOptions.Marshal", "encode.go", "protobuf/json", Encode},
		{"github.com/golang/protobuf/proto.Unmarshal", "wire.go", "golang-protobuf", Decode},
		{"example.com/pb.(*Order).MarshalVT", "order_vtproto.pb.go", "vtprotobuf", Encode},
		{"example.com/pb.(*Order).MarshalToSizedBufferVT", "order_vtproto.pb.go", "vtprotobuf", Encode},
		{"example.com/pb.(*Order).UnmarshalVT", "order.pb.go", "protobuf-go-lite", Decode},
		{"example.com/pb.(*Order).Marshal", "order.pb.go", "gogofast", Encode},
		{"example.com/pb.(*Order).Unmarshal", "order.pb.fm.go", "csproto", Decode},
		{"example.com/a.(*Order).MarshalMsg", "order_gen.go", "msgp", Encode},
		{"example.com/a.Order.MarshalMsg", "order_gen.go", "msgp", Encode},
		{"github.com/tinylib/msgp/msgp.ReadStringBytes", "read_bytes.go", "msgp", Other},
		{"example.com/a.baleCompactAppend_Order", "order_bale.go", "bale/compact", Encode},
		{"example.com/a.baleProtoDecode_Order", "order_bale.go", "bale/proto", Decode},
		{"example.com/a.baleSprotoPackedAppend_Order", "order_bale.go", "bale/sproto-packed", Encode},
		{"example.com/a.(*Order).MarshalBinary", "order_bale.go", "bale", Other},
		{"example.com/a.(*Order).MarshalBinary", "Colfer.go", "colfer", Encode},
		{"example.com/a.(*Order).MarshalBinary", "order.go", "own/binary", Encode},
		{"example.com/a.MarshalBinary", "order.go", "", ""},
		{"example.com/a.arrayFieldMUS.Marshal", "mus.gen.go", "musgen/varint", Encode},
		{"example.com/a.___decodeAsMap", "resolver.msgpackgen.go", "shamaton-gen/map", Decode},
		{"github.com/vmihailenco/msgpack/v5.Marshal", "encode.go", "vmihailenco-msgpack", Encode},
		{"github.com/vmihailenco/msgpack.Unmarshal", "decode.go", "vmihailenco-msgpack", Decode},
		{"github.com/hashicorp/go-msgpack/v2/codec.(*Encoder).Encode", "encode.go", "hashicorp-msgpack", Encode},
		{"github.com/hprose/hprose-golang/v3/io.Marshal", "encoder.go", "hprose-v3", Encode},
		{"go.mongodb.org/mongo-driver/v2/bson.Unmarshal", "unmarshal.go", "mongo-bson-v2", Decode},
		{"gopkg.in/yaml%2ev2.Marshal", "yaml.go", "yaml", Encode},
		{"gopkg.in/mgo%2ev2/bson.Marshal", "bson.go", "mgo-bson", Encode},
		{"github.com/bytedance/sonic.frozenConfig.Marshal", "sonic.go", "sonic", Encode},
		{"github.com/goccy/go-json/v2.Marshal", "json.go", "goccy-json", Encode},
		{"github.com/json-iterator/go.(*frozenConfig).Unmarshal", "config.go", "jsoniter", Decode},
		{"github.com/parquet-go/parquet-go.Read[go.shape.struct { A int }]", "parquet.go", "parquet", Decode},
		{"github.com/apache/arrow-go/v18/arrow/ipc.(*Writer).Write.deferwrap1", "writer.go", "arrow", Encode},
		{"github.com/apache/thrift/lib/go/thrift.(*TBinaryProtocol).WriteI32", "binary_protocol.go", "thrift", Encode},
		{"github.com/apache/thrift/lib/go/thrift.(*TSimpleServer).Serve", "simple_server.go", "", ""},
		{"example.com/balekitex0.(*Blobs).FastRead", "k-bale.go", "kitex", Decode},
		{"runtime.mallocgc", "malloc.go", "", ""},
		{"encoding/jsonx.Marshal", "x.go", "", ""},
		{"/abs/path.F", "x.go", "", ""},
	} {
		got := m.find(parseSymbol(c.name, "/src/"+c.file))
		switch {
		case got.entry == nil && c.codec != "":
			t.Errorf("%s belongs to no serializer, want %s", c.name, c.codec)
		case got.entry != nil && (got.entry.Codecs[0] != c.codec || got.direction != c.direction):
			t.Errorf("%s belongs to %s (%s), want %q (%s)", c.name, got.entry.Codecs[0], got.direction, c.codec, c.direction)
		}
	}
}
