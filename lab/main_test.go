package lab

import (
	"testing"

	"bale/lab/internal/fake"
)

func TestMain(m *testing.M) { fake.Main(m) }
