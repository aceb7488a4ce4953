package echoweb_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"example.com/hosts/echoweb"
	"example.com/hosts/order"
)

// plain has no methods, so encoding/json encodes its fields.
type plain order.Order

// echoes answers with the T that it is sent.
func echoes[T any](c echo.Context) error {
	v := new(T)
	if err := c.Bind(v); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, v)
}

// server returns a server of echo that answers with what it is sent, or with another value.
func server() *echo.Echo {
	e := echo.New()
	e.JSONSerializer = echoweb.Serializer{}
	e.POST("/order", echoes[order.Order])
	e.POST("/plain", echoes[plain])
	e.POST("/line", echoes[order.Line])
	e.GET("/pretty", func(c echo.Context) error { return c.JSONPretty(http.StatusOK, order.Sample(1), "  ") })
	e.GET("/nil", func(c echo.Context) error { return c.JSON(http.StatusOK, (*order.Order)(nil)) })
	return e
}

// TestSerializer checks types with and without generated methods, and errors.
func TestSerializer(t *testing.T) {
	e := server()
	text, err := json.Marshal((*plain)(order.Sample(2)))
	if err != nil {
		t.Fatal(err)
	}
	pretty, err := json.MarshalIndent((*plain)(order.Sample(1)), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"POST", "/order", string(text), 200, string(text)},
		{"POST", "/line", `{"sku":"a","count":1,"cents":2}`, 200, `{"sku":"a","count":1,"cents":2}`},
		{"POST", "/order", `{"id":"x"}`, 400, `{"message":"json: cannot unmarshal string into Go struct field Order.id of type uint64"}`},
		{"POST", "/order", `{"id":`, 400, `{"message":"unexpected end of JSON input"}`},
		{"POST", "/order", `{} {}`, 400, `{"message":"invalid character '{' after top-level value"}`},
		{"POST", "/line", `{"sku":"a","count":1,"cents":2} {}`, 200, `{"sku":"a","count":1,"cents":2}`},
		{"GET", "/pretty", "", 200, string(pretty)},
		{"GET", "/nil", "", 200, "null"},
	} {
		w := serve(e, c.method, c.path, c.body)
		if got := strings.TrimSuffix(w.Body.String(), "\n"); w.Code != c.status || got != c.want {
			t.Errorf("%s %s %s: status %d, %s\nwant %d, %s", c.method, c.path, c.body, w.Code, got, c.status, c.want)
		}
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%s %s: content type %q", c.method, c.path, got)
		}
	}
}

// serve handles a request.
func serve(e *echo.Echo, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)
	return w
}

// BenchmarkSerializer handles requests with an order in the body and in the answer: by encoding/json, by encoding/json that calls the
// generated methods, and by the methods alone. Nothing is sent.
func BenchmarkSerializer(b *testing.B) {
	text, err := json.Marshal((*plain)(order.Sample(5)))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name, path string
		serializer echo.JSONSerializer
	}{
		{"encoding/json", "/plain", echo.DefaultJSONSerializer{}},
		{"methods by encoding/json", "/order", echo.DefaultJSONSerializer{}},
		{"methods", "/order", echoweb.Serializer{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			e := server()
			e.JSONSerializer = c.serializer
			b.ReportAllocs()
			for b.Loop() {
				if w := serve(e, "POST", c.path, string(text)); w.Code != http.StatusOK {
					b.Fatalf("status %d: %s", w.Code, w.Body)
				}
			}
		})
	}
}
