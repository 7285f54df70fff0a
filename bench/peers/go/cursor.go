package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"strconv"
)

// What a call asks for: a page, of one city or of all, behind a cursor or from the beginning.
type question struct {
	limit  int
	city   string
	after  bool
	at, id string
}

func readQuestion(query url.Values, secret []byte, company string) (question, error) {
	asked := question{limit: 20, city: query.Get("city")}
	if limit := query.Get("limit"); limit != "" {
		number, err := strconv.Atoi(limit)
		if err != nil || number < 1 || number > 100 {
			return asked, errors.New("limit")
		}
		asked.limit = number
	}
	if cursor := query.Get("cursor"); cursor != "" {
		return asked, open(&asked, secret, company, cursor)
	}
	return asked, nil
}

func sign(secret []byte, company string, body []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("cursor\nevents\nlive\n" + company + "\n"))
	mac.Write(body)
	return mac.Sum(nil)[:16]
}

func open(asked *question, secret []byte, company, cursor string) error {
	bytes, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(bytes) <= 16 || !hmac.Equal(bytes[:16], sign(secret, company, bytes[16:])) {
		return errors.New("cursor")
	}
	filters := struct{ City string }{}
	content := []any{&asked.at, &asked.id, new(any), &filters}
	if err := json.Unmarshal(bytes[16:], &content); err != nil {
		return err
	}
	asked.city, asked.after = filters.City, true
	return nil
}

func seal(secret []byte, company string, asked question, at, id string) string {
	filters := map[string]string{}
	if asked.city != "" {
		filters["city"] = asked.city
	}
	body, _ := json.Marshal([]any{at, id, 0, filters})
	return base64.RawURLEncoding.EncodeToString(append(sign(secret, company, body), body...))
}
