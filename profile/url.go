package profile

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// IsURL reports whether the name of a profile is a URL.
func IsURL(name string) bool {
	return strings.HasPrefix(name, "http://") || strings.HasPrefix(name, "https://")
}

// fetch returns what a server on this machine answers.
func fetch(ctx context.Context, address string) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	if err := local(u); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	client := &http.Client{
		Transport:     &http.Transport{}, // without a proxy
		CheckRedirect: func(req *http.Request, _ []*http.Request) error { return local(req.URL) },
	}
	defer client.CloseIdleConnections()
	resp, err := client.Do(req)
	if err != nil {
		var failed *url.Error
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return nil, fmt.Errorf("%s: %w; start the program with its debug port, which import _ \"net/http/pprof\" serves", address, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: the server answered %s; the usual paths are /debug/pprof/profile?seconds=30 and /debug/pprof/allocs", address, resp.Status)
	}
	data, err := readLimited(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	return data, nil
}

// local refuses URLs on other machines.
func local(u *url.URL) error {
	host := u.Hostname()
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("%s is on another machine, and bale opens no connections to others: get the profile with curl -o cpu.pprof '%s', and give cpu.pprof", u.Host, u)
}
