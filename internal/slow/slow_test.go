package slow

import "testing"

// TestEnabled checks that only the value slow enables slow tests, and that no value is ignored.
func TestEnabled(t *testing.T) {
	for value, want := range map[string]bool{"": false, "slow": true} {
		t.Setenv("BALE_TEST", value)
		if Enabled() != want {
			t.Errorf("BALE_TEST=%s: got %t", value, !want)
		}
	}
	t.Setenv("BALE_TEST", "slwo")
	defer func() {
		if recover() == nil {
			t.Error("BALE_TEST=slwo is accepted")
		}
	}()
	Enabled()
}

// TestOnly checks that a test is skipped without BALE_TEST=slow, and not with it.
func TestOnly(t *testing.T) {
	for value, want := range map[string]bool{"": true, "slow": false} {
		t.Setenv("BALE_TEST", value)
		var skipped bool
		t.Run("only", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			Only(t, "it is a test")
		})
		if skipped != want {
			t.Errorf("BALE_TEST=%s: skipped %t", value, skipped)
		}
	}
}
