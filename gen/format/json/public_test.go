package json_test

import (
	"flag"
	"fmt"
	"regexp"
	"testing"

	"bale/gen"
	"bale/gen/emit"
	"bale/gen/format/all"
	"bale/gen/format/json"
	"bale/gen/internal/gentest"
)

var publicValues = flag.Int("public", 0, "TestPublic: number of random values of each type of public modules; run with -timeout 0")

// publicTypes are declared as types of public modules with many tags.
const publicTypes = `package public

import (
	"github.com/google/go-github/v66/github"
	"github.com/slack-go/slack"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
)

type (
	Pod         corev1.Pod
	Service     corev1.Service
	Node        corev1.Node
	Deployment  appsv1.Deployment
	Event       github.Event
	Repository  github.Repository
	PullRequest github.PullRequest
	IssueList   []*github.Issue
	WorkflowRun github.WorkflowRun
	Msg         slack.Msg
	Channel     slack.Channel
	User        slack.User
	View        slack.View
)
`

// TestPublic runs the generated tests of types of public modules, which it downloads, with 16 texts for each value. It is skipped without the flag
// -public.
func TestPublic(t *testing.T) {
	if *publicValues == 0 {
		t.Skip("it downloads modules: run it with -public 1000")
	}
	m := gentest.New(t, nil)
	m.Write(t, "go.mod", []byte("module example.org/public\n\ngo 1.26\n"))
	m.Write(t, "types.go", []byte(publicTypes))
	m.Write(t, "count_test.go", fmt.Appendf(nil, "package public\n\nimport \"example.org/public/internal/bale/baletest\"\n\nfunc init() { baletest.JSONTexts, baletest.JSONBytes = %d, 1<<62 }\n", 16**publicValues))
	var names []string
	for _, found := range regexp.MustCompile(`(?m)^\t(\w+) +[\w*\[\]]+\.`).FindAllStringSubmatch(publicTypes, -1) {
		names = append(names, found[1])
	}
	m.MustRunGo(t, "get", "github.com/google/go-github/v66@v66.0.0", "github.com/slack-go/slack@v0.14.0", "k8s.io/api@v0.37.2")
	if err := m.Generate(t, ".", gen.Request{Types: names, Formats: []*emit.Format{json.Format}, Known: all.Formats, Tests: true}); err != nil {
		t.Fatal(err)
	}
	m.MustRunGo(t, "vet", ".")
	if out, err := m.Test(t, "-v", "-timeout", "0", "-run", "^TestBale", "."); err != nil {
		t.Errorf("%v\n%s", err, out)
	} else {
		t.Log(out)
	}
}
