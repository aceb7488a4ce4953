package lab

import (
	"bale/lab/internal/fake"
	"testing"
)

func TestMain(m *testing.M) { fake.Main(m) }
