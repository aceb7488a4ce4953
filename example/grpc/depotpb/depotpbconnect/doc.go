// Package depotpbconnect has the service of depot.proto for Connect.
package depotpbconnect
