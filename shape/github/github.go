// Package github is a shape that imitates a GitHub event: a push, as api.github.com/events returns it. Its names in JSON are GitHub's.
package github

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// An Event is a push to a repository.
type Event struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Actor     Actor     `json:"actor"`
	Repo      Repo      `json:"repo"`
	Payload   Payload   `json:"payload"`
	Public    bool      `json:"public"`
	CreatedAt time.Time `json:"created_at"` // in UTC, to the second
	Org       *Actor    `json:"org"`        // of one event in three
}

// An Actor is a user or an organization.
type Actor struct {
	ID           int64  `json:"id"`
	Login        string `json:"login"`
	DisplayLogin string `json:"display_login"`
	GravatarID   string `json:"gravatar_id"` // empty
	URL          string `json:"url"`
	AvatarURL    string `json:"avatar_url"`
}

// A Repo is a repository.
type Repo struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	URL  string `json:"url"`
}

// A Payload has the commits that were pushed.
type Payload struct {
	RepositoryID int64    `json:"repository_id"`
	PushID       int64    `json:"push_id"`
	Size         int      `json:"size"`
	DistinctSize int      `json:"distinct_size"`
	Ref          string   `json:"ref"`
	Head         string   `json:"head"`
	Before       string   `json:"before"`
	Commits      []Commit `json:"commits"` // 1 to 6, most often 1
}

// A Commit is one commit of a push.
type Commit struct {
	SHA      string `json:"sha"`
	Author   Author `json:"author"`
	Message  string `json:"message"`
	Distinct bool   `json:"distinct"`
	URL      string `json:"url"`
}

// An Author is the author of a commit.
type Author struct {
	Email string `json:"email"`
	Name  string `json:"name"`
}

// words are those of names and messages.
var words = strings.Fields("fix add remove update parser cache test docs for the of server client build error handling release version bump é — 日本 " +
	"config metrics retry timeout index query schema")

// BaleSamples makes n events from r; the same r gives the same events.
func BaleSamples(r *rand.Rand, n int) []Event {
	s := make([]Event, n)
	for i := range s {
		user, repo := actor(r, "users"), Repo{ID: r.Int64N(1e9)}
		repo.Name = user.Login + "/" + name(r)
		repo.URL = "https://api.github.com/repos/" + repo.Name
		s[i] = Event{
			ID: fmt.Sprint(40_000_000_000 + r.Int64N(1e10)), Type: "PushEvent", Actor: user, Repo: repo, Public: true,
			Payload:   Payload{RepositoryID: repo.ID, PushID: 2e10 + r.Int64N(1e9), Ref: "refs/heads/" + name(r), Head: sha(r), Before: sha(r)},
			CreatedAt: time.Unix(1767225600+r.Int64N(1e7), 0).UTC(),
		}
		if r.IntN(3) == 0 {
			org := actor(r, "orgs")
			s[i].Org = &org
		}
		p := &s[i].Payload
		p.Commits = make([]Commit, 1+min(r.IntN(6), r.IntN(6), r.IntN(6)))
		p.Size, p.DistinctSize = len(p.Commits), len(p.Commits)
		for k := range p.Commits {
			c := &p.Commits[k]
			*c = Commit{SHA: sha(r), Author: Author{user.Login + "@example.org", name(r) + " " + name(r)}, Message: message(r), Distinct: r.IntN(8) > 0}
			c.URL = repo.URL + "/commits/" + c.SHA
		}
	}
	return s
}

func actor(r *rand.Rand, kind string) Actor {
	a := Actor{ID: r.Int64N(2e8), Login: name(r)}
	a.DisplayLogin = a.Login
	a.URL = "https://api.github.com/" + kind + "/" + a.Login
	a.AvatarURL = fmt.Sprintf("https://avatars.githubusercontent.com/u/%d?", a.ID)
	return a
}

// message returns a line, and in one of four cases some paragraphs.
func message(r *rand.Rand) string {
	var list []string
	for range 3 + r.IntN(6) + 40*(r.IntN(4)/3) {
		list = append(list, words[r.IntN(len(words))])
		if r.IntN(16) == 0 {
			list = append(list, "\n\n")
		}
	}
	return strings.Join(list, " ")
}

func name(r *rand.Rand) string { return fmt.Sprintf("%s-%x", words[r.IntN(20)], r.IntN(1e6)) }

func sha(r *rand.Rand) string {
	return fmt.Sprintf("%016x%016x%08x", r.Uint64(), r.Uint64(), r.Uint32())
}
