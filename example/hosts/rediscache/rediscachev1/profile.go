// Package rediscachev1 has the type of package rediscache as it was before the field Score was added.
package rediscachev1

//go:generate bale gen

// A Profile is what a shop shows of a customer.
//
//bale:gen
//bale:value
type Profile struct {
	ID   uint64
	Name string
	Tags []string
}
