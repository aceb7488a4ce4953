//go:build balesafe

package core

func roomOf(d *Input) int { return d.Backing.Cap() }
