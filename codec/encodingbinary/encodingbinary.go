// Package encodingbinary describes encoding/binary of the standard library.
package encodingbinary
