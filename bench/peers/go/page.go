package main

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type pages struct{ pool *pgxpool.Pool }

type page struct {
	documents [][]byte
	at, id    string
	more      bool
}

// The statement of the API for the same page, its rows with their documents; the limit is written out, for the plan's sake.
func statement(asked question) (string, []any) {
	where, args := "NOT l.test AND l.upcoming", []any{}
	bind := func(value any) string {
		args = append(args, value)
		return fmt.Sprintf("$%d::text", len(args))
	}
	if asked.after {
		at, id := bind(asked.at), bind(asked.id)
		where += fmt.Sprintf(" AND (l.sort_at, l.event_id) > (%s::timestamptz, %s)", at, id)
	}
	if asked.city != "" {
		where += " AND l.city_key = " + bind(asked.city)
	}
	return fmt.Sprintf(`SELECT l.event_id, l.sort_at, l.doc FROM event_listings l WHERE %s ORDER BY l.sort_at, l.event_id LIMIT %d`,
		where, asked.limit+1), args
}

func (p *pages) read(ctx context.Context, asked question) (*page, error) {
	text, args := statement(asked)
	rows, err := p.pool.Query(ctx, text, append([]any{pgx.QueryResultFormats{pgx.TextFormatCode, pgx.BinaryFormatCode, pgx.TextFormatCode}}, args...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := &page{documents: make([][]byte, 0, asked.limit)}
	for rows.Next() {
		if len(found.documents) == asked.limit {
			found.more = true
			continue
		}
		var id, document []byte
		var at time.Time
		if err := rows.Scan(&id, &at, &document); err != nil {
			return nil, err
		}
		found.documents = append(found.documents, document)
		if len(found.documents) == asked.limit {
			found.at, found.id = at.UTC().Format("2006-01-02 15:04:05.999999-07"), string(id)
		}
	}
	return found, rows.Err()
}

var ownPicture = []byte(`"image":"/`)

// Copies the documents together once, with the address and the partner's code where their marks are.
func join(found *page, asked question, secret, origin []byte, key *key) []byte {
	next := "null"
	if found.more {
		next = `"` + seal(secret, key.company, asked, found.at, found.id) + `"`
	}
	size := 128 + len(next)
	for _, document := range found.documents {
		size += len(document) + 3*len(origin) + len(key.ref)
	}
	body := append(make([]byte, 0, size), `{"object":"list","mode":"live","events":[`...)
	for i, document := range found.documents {
		if i > 0 {
			body = append(body, ',')
		}
		// A picture of the service's own is a path: the address goes before it.
		if at := bytes.Index(document, ownPicture); at != -1 {
			at += len(ownPicture) - 1
			body = append(append(body, document[:at]...), origin...)
			document = document[at:]
		}
		for {
			at := bytes.IndexAny(document, "\x01\x02")
			if at == -1 {
				break
			}
			body = append(body, document[:at]...)
			if document[at] == 1 {
				body = append(body, origin...)
			} else {
				body = append(body, key.ref...)
			}
			document = document[at+1:]
		}
		body = append(body, document...)
	}
	body = append(body, `],"next":`...)
	body = append(body, next...)
	return append(body, '}')
}
