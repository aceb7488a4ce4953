package baletest

import (
	"reflect"
	"testing"
)

func TestMain(m *testing.M) {
	Describe(Package{Path: reflect.TypeFor[Package]().PkgPath()})
	m.Run()
}
