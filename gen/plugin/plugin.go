// Package plugin writes the methods of bale gen -messages as a plugin of protoc and buf: from the descriptors of .proto files, without the source that
// protoc-gen-go writes.
package plugin

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/pluginpb"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/source"
)

// Run reads a request of protoc or buf, and writes the response. What is wrong with the .proto files is in the response. format is Protocol Buffers.
func Run(in io.Reader, out io.Writer, format *emit.Format) error {
	raw, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	req := &pluginpb.CodeGeneratorRequest{}
	if err := proto.Unmarshal(raw, req); err != nil {
		return fmt.Errorf("reading the request: %w", err)
	}
	raw, err = proto.Marshal(Generate(req, format))
	if err != nil {
		return fmt.Errorf("writing the response: %w", err)
	}
	_, err = out.Write(raw)
	return err
}

// Generate returns the response to a request. format is Protocol Buffers.
func Generate(req *pluginpb.CodeGeneratorRequest, format *emit.Format) *pluginpb.CodeGeneratorResponse {
	resp := &pluginpb.CodeGeneratorResponse{
		SupportedFeatures: proto.Uint64(internal_gengo.SupportedFeatures),
		MinimumEdition:    proto.Int32(int32(internal_gengo.SupportedEditionsMinimum)),
		MaximumEdition:    proto.Int32(int32(internal_gengo.SupportedEditionsMaximum)),
	}
	files, err := generate(req, format)
	if err != nil {
		resp.Error = proto.String(err.Error())
		return resp
	}
	resp.File = files
	return resp
}

// generate returns the files of the response.
func generate(req *pluginpb.CodeGeneratorRequest, format *emit.Format) ([]*pluginpb.CodeGeneratorResponse_File, error) {
	o, err := readOptions(req)
	if err != nil {
		return nil, err
	}
	plugin, err := o.plugin(req)
	if err != nil {
		return nil, err
	}
	root, found, err := o.root(plugin)
	if !found || err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bale-plugin-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	t := &tree{plugin: plugin, root: root, module: o.module, dir: dir}
	if err := t.write(); err != nil {
		return nil, err
	}
	outputs, err := gen.Generate(context.Background(), &gen.Request{
		Dir: dir, Pattern: "./...", Known: []*emit.Format{format}, Found: t.listing(),
		Messages: true, Sorted: o.sorted, GRPC: o.grpc, Connect: o.connect, Detached: true,
	})
	if err != nil {
		return nil, err
	}
	var files []*pluginpb.CodeGeneratorResponse_File
	for _, out := range outputs {
		if out.Err != nil {
			return nil, fmt.Errorf("package %s: %w", out.Package, out.Err)
		}
		for _, f := range out.Files {
			files = append(files, file(path.Join(t.folders[out.Package], pluginName(filepath.Base(f.Path))), f.Data))
		}
	}
	if len(outputs) == 0 || outputs[0].Runtime == nil || o.runtime != "" {
		return files, nil
	}
	for _, f := range outputs[0].Runtime.Files {
		rel, err := filepath.Rel(dir, f.Path)
		if err != nil {
			return nil, err
		}
		files = append(files, file(path.Join(o.folderOf(root), filepath.ToSlash(rel)), f.Data))
	}
	return files, nil
}

// file returns a file of the response.
func file(name string, text []byte) *pluginpb.CodeGeneratorResponse_File {
	return &pluginpb.CodeGeneratorResponse_File{Name: proto.String(name), Content: proto.String(string(text))}
}

// pluginName returns the name of a file that bale gen calls name. The names of files that plugins of protoc write end in .pb.go.
func pluginName(name string) string { return strings.TrimSuffix(name, ".go") + source.PluginEnding }

// folderOf returns the folder of the response that has the package with an import path above all packages.
func (o *options) folderOf(root string) string {
	if o.sourceRelative || o.module != "" {
		return ""
	}
	return root
}

// root returns the import path of the folder that has internal/bale, from which all packages can import it. found is false if there is nothing to generate.
func (o *options) root(plugin *protogen.Plugin) (root string, found bool, err error) {
	root = o.module
	for _, f := range plugin.Files {
		if !f.Generate || len(f.Messages) == 0 {
			continue
		}
		at, folder := string(f.GoImportPath), path.Dir(f.GeneratedFilenamePrefix)
		first := !found
		found = true
		switch {
		case o.runtime != "":
			root = strings.TrimSuffix(o.runtime, runtimeSuffix)
		case o.module != "":
		case o.sourceRelative && folder == ".":
			root = at
		case o.sourceRelative:
			above, ok := strings.CutSuffix(at, "/"+folder)
			if !ok || root != "" && root != above {
				return "", false, fmt.Errorf("%s: the Go package %s is not in a folder %s, so the place for the packages that the code imports is not known: name it with the option runtime=, such as runtime=example.com/module%s, and let bale gen write them", f.Desc.Path(), at, folder, runtimeSuffix)
			}
			root = above
		case first:
			root = at
		default:
			root = commonFolder(root, at)
		}
	}
	host := !strings.Contains(root, "/") && strings.Contains(root, ".")
	if found && o.runtime == "" && (root == "" || host && !o.sourceRelative && o.module == "") {
		return "", false, fmt.Errorf("the Go packages have no folder in common, in which the packages that the code imports could be: name one with the option runtime=, such as runtime=example.com/module%s", runtimeSuffix)
	}
	return root, found, nil
}

// commonFolder returns the path above two import paths.
func commonFolder(a, b string) string {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return strings.Join(x[:n], "/")
}
