//go:build !goexperiment.jsonv2

package json

import "errors"

var errNoV2 = errors.New("//bale:json v2 needs encoding/json/v2: compile the program with Go 1.27 or later, or with GOEXPERIMENT=jsonv2")

// MarshalV2 returns an error: this version of Go has no encoding/json/v2.
func MarshalV2(Types, any) ([]byte, error) { return nil, errNoV2 }

// UnmarshalV2 returns an error: this version of Go has no encoding/json/v2.
func UnmarshalV2(Types, []byte, any, bool, bool) (int, error) { return 0, errNoV2 }

// UnknownV2 returns an error: this version of Go has no encoding/json/v2.
func UnknownV2(Types, []byte, any, bool) error { return errNoV2 }
