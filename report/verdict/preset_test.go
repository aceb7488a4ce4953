package verdict

import "testing"

func TestPresetNames(t *testing.T) {
	if got := PresetNames(); got != "speed, service, storage, cache, api" {
		t.Errorf("the presets are %s", got)
	}
	if _, ok := PresetNamed("speedy"); ok {
		t.Error("there is a preset called speedy")
	}
}
