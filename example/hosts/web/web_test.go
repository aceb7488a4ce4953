package web_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"example.com/hosts/order"
	"example.com/hosts/order/orderpb"
	"example.com/hosts/web"
)

// post posts a body and returns the answer.
func post(t *testing.T, url, contentType, accept string, body []byte) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequest("POST", url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a, b
}

// TestHandler posts orders in both formats, and asks for both.
func TestHandler(t *testing.T) {
	s := httptest.NewServer(web.Handler(func(o *order.Order) (*order.Order, error) {
		if o.ID == 0 {
			return nil, errors.New("no ID")
		}
		return o, nil
	}))
	defer s.Close()
	o := order.Sample(3)
	text, err := o.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	message, err := o.MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		contentType string
		body        []byte
		accept      string
		status      int
		media       string
	}{
		{"application/json", text, "", 200, web.JSON},
		{"application/json; charset=utf-8", text, "*/*", 200, web.JSON},
		{"application/json", text, "application/protobuf", 200, web.Protobuf},
		{"application/protobuf", message, "application/json", 200, web.JSON},
		{"application/protobuf", message, "text/html, application/json;q=0.5, application/protobuf;q=0.9", 200, web.Protobuf},
		{"application/protobuf", message, "application/protobuf;q=0.1, application/*", 200, web.JSON},
		{"application/protobuf", message, "application/json;q=0, */*", 200, web.Protobuf},
		{"application/json", text, "text/html", 406, ""},
		{"application/json", text, "application/json;q=0", 406, ""},
		{"text/plain", text, "", 415, ""},
		{"", text, "", 415, ""},
		{"application/json", text[:10], "", 400, ""},
		{"application/protobuf", message[:10], "", 400, ""},
		{"application/json", []byte("{}"), "", 500, ""},
		{"application/json", make([]byte, 2<<20), "", 413, ""},
	} {
		a, b := post(t, s.URL, c.contentType, c.accept, c.body)
		if a.StatusCode != c.status {
			t.Errorf("%q, %q: status %s, want %d", c.contentType, c.accept, a.Status, c.status)
		}
		if c.media == "" {
			continue
		}
		if got := a.Header.Get("Content-Type"); got != c.media || a.Header.Get("Vary") != "Accept" {
			t.Errorf("%q, %q: content type %q, Vary %q", c.contentType, c.accept, got, a.Header.Get("Vary"))
		}
		check(t, c.media, b, o)
	}
}

// check decodes an answer as other programs do.
func check(t *testing.T, media string, b []byte, want *order.Order) {
	t.Helper()
	if media == web.Protobuf {
		var m orderpb.Order
		if err := proto.Unmarshal(b, &m); err != nil || m.Customer != want.Customer || len(m.Lines) != len(want.Lines) {
			t.Errorf("the protobuf library decoded %v, %v", &m, err)
		}
		return
	}
	type plain order.Order // encoding/json does not call generated methods
	var got plain
	if err := json.NewDecoder(strings.NewReader(string(b))).Decode(&got); err != nil || !reflect.DeepEqual(order.Order(got), *want) {
		t.Errorf("encoding/json decoded %v, %v", got, err)
	}
}
