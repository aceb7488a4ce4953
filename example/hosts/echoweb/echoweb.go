// Package echoweb makes echo read and write JSON by generated methods.
package echoweb

import (
	"io"
	"net/http"
	"reflect"

	"github.com/labstack/echo/v4"
)

// A Serializer encodes and decodes pointers to types with generated methods of the format json. The rest is left to encoding/json.
type Serializer struct{ echo.DefaultJSONSerializer }

// Serialize implements echo.JSONSerializer.
func (s Serializer) Serialize(c echo.Context, v any, indent string) error {
	m, ok := v.(interface{ AppendJSON([]byte) ([]byte, error) })
	if p := reflect.ValueOf(v); !ok || indent != "" || p.Kind() == reflect.Pointer && p.IsNil() {
		return s.DefaultJSONSerializer.Serialize(c, v, indent)
	}
	b, err := m.AppendJSON(nil)
	if err != nil {
		return err
	}
	_, err = c.Response().Write(b)
	return err
}

// Deserialize implements echo.JSONSerializer. The value may refer to the body, which belongs to nobody else.
func (s Serializer) Deserialize(c echo.Context, v any) error {
	m, ok := v.(interface{ UnmarshalJSONAlias([]byte) error })
	if !ok {
		return s.DefaultJSONSerializer.Deserialize(c, v)
	}
	b, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	if err := m.UnmarshalJSONAlias(b); err != nil {
		return echo.NewHTTPError(http.StatusBadRequest, err.Error()).SetInternal(err)
	}
	return nil
}
