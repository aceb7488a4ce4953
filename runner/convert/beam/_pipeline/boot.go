package pipeline

import (
	"context"
	"errors"
	"flag"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// provision is the flag with which runners start a process of an environment of the type PROCESS.
var provision = flag.String("provision_endpoint", "", "endpoint of the runner that tells a worker what it needs")

// boot makes the process a worker if a runner has started it with a provision endpoint. It does what the boot program in Beam's container
// images does: it asks the runner for the other endpoints, and sets the flags that beam.Init reads.
func boot() error {
	if *provision == "" || flag.Lookup("worker").Value.String() == "true" {
		return nil
	}
	id := strings.Trim(flag.Lookup("id").Value.String(), "'") // Prism starts processes without a shell, but puts the id in quotes
	if id == "" {
		return errors.New("a worker needs the flag -id beside -provision_endpoint")
	}
	info, err := tools.ProvisionInfo(grpcx.WriteWorkerID(context.Background(), id), *provision)
	if err != nil {
		return err
	}
	options, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		return err
	}
	for name, value := range map[string]string{
		"worker": "true", "id": id, "options": options,
		"logging_endpoint": info.GetLoggingEndpoint().GetUrl(), "control_endpoint": info.GetControlEndpoint().GetUrl(),
	} {
		if err := flag.Set(name, value); err != nil {
			return err
		}
	}
	for name, value := range map[string]string{
		"STATUS_ENDPOINT": info.GetStatusEndpoint().GetUrl(), "RUNNER_CAPABILITIES": strings.Join(info.GetRunnerCapabilities(), " "),
	} {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}
