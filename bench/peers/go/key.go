package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// A key is looked up by its SHA-256 and believed for 30 seconds, as the API does.
type key struct {
	id, company, ref string
	limit            int
	until            time.Time
}

type keys struct {
	pool  *pgxpool.Pool
	known sync.Map
}

const keyQuery = `SELECT k.id, k.company_id, k.ref, coalesce(k.rate_limit, 600) FROM api_keys k JOIN companies c ON c.id = k.company_id
	WHERE k.hash = $1 AND k.revoked_at IS NULL AND c.status <> 'suspended'`

func (k *keys) find(ctx context.Context, authorization string) (*key, error) {
	text, isBearer := strings.CutPrefix(authorization, "Bearer ")
	if !isBearer {
		return nil, errors.New("no key")
	}
	hash := sha256.Sum256([]byte(text))
	if found, ok := k.known.Load(hash); ok && found.(*key).until.After(time.Now()) {
		return found.(*key), nil
	}
	found := &key{until: time.Now().Add(30 * time.Second)}
	row := k.pool.QueryRow(ctx, keyQuery, hash[:])
	if err := row.Scan(&found.id, &found.company, &found.ref, &found.limit); err != nil {
		return nil, err
	}
	k.known.Store(hash, found)
	return found, nil
}

// Windows of one minute begin with their first call.
type limits struct {
	mutex   sync.Mutex
	windows map[string]*window
}

type window struct {
	count int
	ends  time.Time
}

func (l *limits) count(key *key, header http.Header) bool {
	now := time.Now()
	l.mutex.Lock()
	if l.windows == nil {
		l.windows = map[string]*window{}
	}
	current := l.windows[key.id]
	if current == nil || !now.Before(current.ends) {
		current = &window{ends: now.Add(time.Minute)}
		l.windows[key.id] = current
	}
	current.count++
	count, left := current.count, current.ends.Sub(now)
	l.mutex.Unlock()
	header.Set("RateLimit-Limit", strconv.Itoa(key.limit))
	header.Set("RateLimit-Remaining", strconv.Itoa(max(0, key.limit-count)))
	header.Set("RateLimit-Reset", strconv.Itoa(max(1, int((left+time.Second-1)/time.Second))))
	header.Set("Cache-Control", "private")
	return count <= key.limit
}
