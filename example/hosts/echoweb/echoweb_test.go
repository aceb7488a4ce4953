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

// server returns a server of echo that answers with what it is sent, or with another value.
func server(t *testing.T) *echo.Echo {
	e := echo.New()
	e.JSONSerializer = echoweb.Serializer{}
	e.POST("/order", func(c echo.Context) error {
		o := new(order.Order)
		if err := c.Bind(o); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, o)
	})
	e.POST("/line", func(c echo.Context) error {
		l := new(order.Line)
		if err := c.Bind(l); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, l)
	})
	e.GET("/pretty", func(c echo.Context) error { return c.JSONPretty(http.StatusOK, order.Sample(1), "  ") })
	e.GET("/nil", func(c echo.Context) error { return c.JSON(http.StatusOK, (*order.Order)(nil)) })
	return e
}

// TestSerializer checks types with and without generated methods, and errors.
func TestSerializer(t *testing.T) {
	e := server(t)
	type plain order.Order // encoding/json does not call generated methods
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
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		if got := strings.TrimSuffix(w.Body.String(), "\n"); w.Code != c.status || got != c.want {
			t.Errorf("%s %s %s: status %d, %s\nwant %d, %s", c.method, c.path, c.body, w.Code, got, c.status, c.want)
		}
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%s %s: content type %q", c.method, c.path, got)
		}
	}
}
