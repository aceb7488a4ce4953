// Package once has types whose messages are encoded without counting: with strings and times after and between maps and unions.
package once

import "time"

//bale:gen
type Order struct {
	Customer string
	Notes    map[string]string
	Between  string
	Choice   Choice
	Times    [3]time.Time
	More     map[string]time.Time
	Lines    []string
	Last     string
}

//bale:union Text, Number, Order
type Choice interface{}

type (
	Text   string
	Number int
)
