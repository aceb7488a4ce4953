package proto_test

import "testing"

func (m *messageModule) compileOwn(t *testing.T, all bool) {}
