package report

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// A chromium is a headless Chromium that tests control by its DevTools protocol: commands and events are JSON texts that end with a zero byte, in two
// pipes. A library for the protocol would take 40 s of processor time to compile.
type chromium struct {
	cmd  *exec.Cmd
	dir  string // the user's folder
	in   *os.File
	out  *os.File
	read *bufio.Reader
	last int             // id of the last command
	tabs map[string]*tab // by session
}

// A tab is a tab of a Chromium.
type tab struct {
	*chromium
	session  string
	loads    int      // number of pages that were loaded
	problems []string // exceptions, console output, log entries, and requests for anything except the page itself
}

// A message is a response or an event of Chromium.
type message struct {
	ID        int
	Method    string
	SessionID string
	Params    json.RawMessage
	Result    json.RawMessage
	Error     *struct{ Message string }
}

// started starts the Chromium in which all tests open their tabs, and which TestMain ends. Chromium takes 2 s of a processor to start. If it is not
// installed, started returns nil.
var started = sync.OnceValues(func() (*chromium, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			running, err = start(path)
			return running, err
		}
	}
	return nil, nil
})

var running *chromium

func TestMain(m *testing.M) {
	code := m.Run()
	if running != nil {
		running.end()
	}
	os.Exit(code)
}

// start starts Chromium. It reads commands from its file 3, and writes to its file 4.
func start(path string) (*chromium, error) {
	dir, err := os.MkdirTemp("", "bale-chromium-")
	if err != nil {
		return nil, err
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c := &chromium{dir: dir, in: in, out: out, read: bufio.NewReader(out), tabs: map[string]*tab{}}
	c.cmd = exec.Command(path, "--headless", "--remote-debugging-pipe", "--user-data-dir="+dir, "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage")
	c.cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	err = c.cmd.Start()
	theirIn.Close()
	theirOut.Close()
	return c, err
}

// end ends Chromium.
func (c *chromium) end() {
	if c.call("", "Browser.close", nil, nil) != nil {
		c.cmd.Process.Kill()
	}
	c.in.Close()
	c.cmd.Wait()
	os.RemoveAll(c.dir)
}

// call sends a command to a tab, or to Chromium if session is "", and waits for its result.
func (c *chromium) call(session, method string, params map[string]any, result any) error {
	c.last++
	command := map[string]any{"id": c.last, "method": method}
	if session != "" {
		command["sessionId"] = session
	}
	if params != nil {
		command["params"] = params
	}
	text, err := json.Marshal(command)
	if err != nil {
		return err
	}
	if _, err := c.in.Write(append(text, 0)); err != nil {
		return err
	}
	for {
		switch m, err := c.receive(); {
		case err != nil:
			return fmt.Errorf("%s: %w", method, err)
		case m.ID != c.last:
		case m.Error != nil:
			return fmt.Errorf("%s: %s", method, m.Error.Message)
		case result != nil:
			return json.Unmarshal(m.Result, result)
		default:
			return nil
		}
	}
}

// receive returns the next message. If it is an event, its tab takes notice.
func (c *chromium) receive() (*message, error) {
	if err := c.out.SetReadDeadline(time.Now().Add(time.Minute)); err != nil { // for a Chromium that hangs
		return nil, err
	}
	text, err := c.read.ReadBytes(0)
	if err != nil {
		return nil, err
	}
	m := new(message)
	if err := json.Unmarshal(text[:len(text)-1], m); err != nil {
		return nil, err
	}
	if tab := c.tabs[m.SessionID]; tab != nil {
		tab.event(m)
	}
	return m, nil
}

// event takes notice of an event.
func (b *tab) event(m *message) {
	var p struct {
		ExceptionDetails, Entry json.RawMessage
		Type                    string
		Args                    json.RawMessage
		Request                 struct{ URL string }
	}
	if err := json.Unmarshal(m.Params, &p); m.Method != "" && err != nil {
		b.problems = append(b.problems, fmt.Sprintf("%s: %v", m.Method, err))
	}
	switch u := p.Request.URL; m.Method {
	case "Page.loadEventFired":
		b.loads++
	case "Runtime.exceptionThrown":
		b.problems = append(b.problems, string(p.ExceptionDetails))
	case "Runtime.consoleAPICalled":
		b.problems = append(b.problems, fmt.Sprintf("console.%s %s", p.Type, p.Args))
	case "Log.entryAdded":
		b.problems = append(b.problems, string(p.Entry))
	case "Network.requestWillBeSent":
		if !strings.HasPrefix(u, "file:") && !strings.HasPrefix(u, "data:") {
			b.problems = append(b.problems, "request for "+u)
		}
	}
}

// newTab opens a tab.
func (c *chromium) newTab() (b *tab, closeTab func() error, err error) {
	var target struct{ TargetID string }
	if err := c.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		return nil, nil, err
	}
	var attached struct{ SessionID string }
	if err := c.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached); err != nil {
		return nil, nil, err
	}
	b = &tab{chromium: c, session: attached.SessionID}
	c.tabs[b.session] = b
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		if err := b.do(domain+".enable", nil); err != nil {
			return nil, nil, err
		}
	}
	return b, func() error {
		return c.call("", "Target.closeTarget", map[string]any{"targetId": target.TargetID}, nil)
	}, nil
}

// do sends a command to the tab.
func (b *tab) do(method string, params map[string]any) error {
	return b.call(b.session, method, params, nil)
}

// evaluate evaluates JavaScript, and stores its value in v unless v is nil. It waits for a promise.
func (b *tab) evaluate(js string, v any) error {
	var got struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	if err := b.call(b.session, "Runtime.evaluate", map[string]any{"expression": js, "returnByValue": v != nil, "awaitPromise": true}, &got); err != nil {
		return err
	}
	if x := got.ExceptionDetails; x != nil {
		return fmt.Errorf("%s %s: %s", x.Text, x.Exception.Description, js)
	}
	if v == nil {
		return nil
	}
	if got.Result.Value == nil {
		return errors.New("no value: " + js)
	}
	return json.Unmarshal(got.Result.Value, v)
}
