package codec

// OnlyInGenerators lists patterns of packages that generators import, and that generated code and the libraries it needs do not import. They
// are compiled without optimization. A package that is missing here is compiled with optimization.
var OnlyInGenerators = []string{
	"go/ast", "go/build/...", "go/constant", "go/doc/...", "go/format", "go/parser", "go/printer", "go/types", // protobuf imports go/token
	"text/template/...",
	"golang.org/x/mod/...",
	"golang.org/x/tools/...",
	"google.golang.org/protobuf/cmd/...",
	"google.golang.org/protobuf/compiler/protogen",
	"github.com/gogo/protobuf/plugin/...",
	"github.com/gogo/protobuf/protoc-gen-gogo/generator/...",
	"github.com/gogo/protobuf/vanity/...",
	"github.com/pascaldekloe/colfer",
	"github.com/planetscale/vtprotobuf/features/...",
	"github.com/planetscale/vtprotobuf/generator/...",
	"github.com/tinylib/msgp/gen",
	"github.com/tinylib/msgp/parse",
}
