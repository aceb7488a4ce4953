package rediscache_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"example.com/hosts/rediscache"
	"example.com/hosts/rediscache/rediscachev1"
	"example.com/hosts/servers"
)

func dial(t *testing.T) *redis.Client {
	t.Helper()
	rdb := redis.NewClient(&redis.Options{Network: "unix", Addr: servers.Redis(t)})
	t.Cleanup(func() { rdb.Close() })
	return rdb
}

var profile = rediscache.Profile{ID: 7, Name: "Ada", Score: -3, Tags: []string{"a", ""}}

// TestValues sets values and pointers, and scans them from a key, a field of a hash and a list.
func TestValues(t *testing.T) {
	rdb, ctx := dial(t), t.Context()
	check := func(what string, scan func(any) error) {
		t.Helper()
		var got rediscache.Profile
		if err := scan(&got); err != nil || !reflect.DeepEqual(got, profile) {
			t.Errorf("%s: got %v, %v\nwant %v", what, got, err, profile)
		}
	}
	for what, v := range map[string]any{"value": profile, "pointer": &profile} {
		if err := rdb.Set(ctx, "key", v, 0).Err(); err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		check(what, rdb.Get(ctx, "key").Scan)
		if err := rdb.HSet(ctx, "hash", "field", v).Err(); err != nil {
			t.Errorf("%s in a hash: %v", what, err)
		}
		check(what+" in a hash", rdb.HGet(ctx, "hash", "field").Scan)
		rdb.Del(ctx, "list")
		if err := rdb.RPush(ctx, "list", v, v).Err(); err != nil {
			t.Errorf("%s in a list: %v", what, err)
		}
		var list []rediscache.Profile
		if err := rdb.LRange(ctx, "list", 0, -1).ScanSlice(&list); err != nil || !reflect.DeepEqual(list, []rediscache.Profile{profile, profile}) {
			t.Errorf("%s in a list: got %v, %v", what, list, err)
		}
	}
}

// TestCache gets what another version of the program has set, damaged bytes, and nothing.
func TestCache(t *testing.T) {
	rdb, ctx := dial(t), t.Context()
	get := func(what string, want *rediscache.Profile) {
		t.Helper()
		if got, err := rediscache.Get(ctx, rdb, "key"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, %v, want %v", what, got, err, want)
		}
	}
	get("no value", nil)
	for _, old := range []rediscachev1.Profile{{}, {ID: 7, Name: "Ada", Tags: []string{"a"}}, {ID: 1 << 60, Name: strings.Repeat("x", 300)}} {
		if err := rdb.Set(ctx, "key", old, 0).Err(); err != nil {
			t.Fatal(err)
		}
		get("older version", nil)
	}
	if err := rediscache.Set(ctx, rdb, "key", &profile, time.Hour); err != nil {
		t.Fatal(err)
	}
	get("same version", &profile)
	b, err := rdb.Get(ctx, "key").Bytes()
	if err != nil {
		t.Fatal(err)
	}
	for n := range b {
		rdb.Set(ctx, "key", b[:n], 0)
		get("truncated value", nil)
	}
	var old rediscachev1.Profile
	if old.UnmarshalBinary(b) == nil {
		t.Errorf("the older version decoded a value of the newer one as %v", old)
	}
	rdb.Close()
	if got, err := rediscache.Get(ctx, rdb, "key"); err == nil {
		t.Errorf("got %v from a closed client", got)
	}
}
