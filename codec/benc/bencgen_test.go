package benc

import "testing"

// TestContainerName: no receiver in the generated methods is a keyword, a predeclared name, or a name that the methods use otherwise.
func TestContainerName(t *testing.T) {
	for name, want := range map[string]string{
		"Small": "Small", "Order2": "Order2", "Type": "Type_", "Range": "Range_", "String": "String_", "Uint16": "Uint16_", "Error": "Error_",
		"S": "S_", "Err": "Err_", "Bstd": "Bstd_", "ID": "ID", "Id": "Id_",
	} {
		if got := containerName(name); got != want {
			t.Errorf("the container for %s is %s, want %s", name, got, want)
		}
	}
}
