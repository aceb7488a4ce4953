// Package rediscache is a cache of profiles in Redis. A value of a later version of the type is a miss.
package rediscache

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

//go:generate bale gen

// A Profile is what a shop shows of a customer. The decoder refuses profiles of later versions of the type, and the methods on
// values make rdb.Set accept a Profile as well as a *Profile.
//
//bale:gen
//bale:value
type Profile struct {
	ID    uint64
	Name  string
	Score int32
	Tags  []string
}

// Set stores a profile for a time.
func Set(ctx context.Context, rdb *redis.Client, key string, p *Profile, ttl time.Duration) error {
	return rdb.Set(ctx, key, p, ttl).Err()
}

// Get returns a profile, or nil if there is none that this version of the program can read.
func Get(ctx context.Context, rdb *redis.Client, key string) (*Profile, error) {
	b, err := rdb.Get(ctx, key).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := new(Profile)
	if p.UnmarshalBinary(b) != nil {
		return nil, nil // of a later version, or damaged
	}
	return p, nil
}
