package plugin

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"
)

// options are the options of the plugin. Others are those of protoc-gen-go, which decide about Go packages, file names and APIs.
type options struct {
	grpc, connect, sorted bool
	runtime               string // import path of the packages that the code imports, which bale gen has written, or ""

	sourceRelative bool
	module         string
	rest           []string // for protoc-gen-go
}

// runtimeSuffix is the end of the import path of the packages that the code imports.
const runtimeSuffix = "/internal/bale"

// readOptions reads the options of a request.
func readOptions(req *pluginpb.CodeGeneratorRequest) (*options, error) {
	o := &options{}
	for _, option := range strings.Split(req.GetParameter(), ",") {
		name, value, hasValue := strings.Cut(option, "=")
		flag := map[string]*bool{"grpc": &o.grpc, "connect": &o.connect, "sorted": &o.sorted}[name]
		switch {
		case flag != nil && (!hasValue || value == "true"):
			*flag = true
		case flag != nil && value == "false":
		case flag != nil:
			return nil, fmt.Errorf("option %s: want %[2]s, %[2]s=true or %[2]s=false", option, name)
		case name == "runtime":
			if !strings.HasSuffix(value, runtimeSuffix) {
				return nil, fmt.Errorf("option %s: want the import path of the folder that bale gen writes in a module, which ends in %s", option, runtimeSuffix)
			}
			o.runtime = value
		default:
			o.sourceRelative = o.sourceRelative || option == "paths=source_relative"
			if name == "module" {
				o.module = value
			}
			if option != "" {
				o.rest = append(o.rest, option)
			}
		}
	}
	return o, nil
}

// plugin returns the request as protoc-gen-go reads it.
func (o *options) plugin(req *pluginpb.CodeGeneratorRequest) (*protogen.Plugin, error) {
	req = proto.Clone(req).(*pluginpb.CodeGeneratorRequest)
	rest := o.rest
	for _, f := range req.ProtoFile {
		if strings.HasPrefix(f.GetName(), "google/protobuf/") { // the packages of the protobuf library have the open API, whatever the options say
			rest = append(rest, "apilevelM"+f.GetName()+"=API_OPEN")
		}
	}
	req.Parameter = proto.String(strings.Join(rest, ","))
	return protogen.Options{
		ParamFunc: func(name, _ string) error {
			if name == "plugins" || name == "experimental_strip_nonfunctional_codegen" { // of protoc-gen-go itself
				return nil
			}
			return fmt.Errorf("unknown option %q: protoc-gen-go-bale has grpc, connect, sorted and runtime, and those of protoc-gen-go", name)
		},
	}.New(req)
}
