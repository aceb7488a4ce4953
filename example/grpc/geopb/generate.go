// Package geopb has the messages of geo.proto, with the opaque API. Other packages use them in their messages.
//
//bale:gen messages
package geopb

//go:generate bale gen
