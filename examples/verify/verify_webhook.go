// Package webhook checks the signatures of webhooks.
package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"
)

// ErrBlankSecret means that a setting is missing: anybody could sign with an empty secret.
var ErrBlankSecret = errors.New("the secret is blank")

// ErrBlankInSecret means that the secret was copied with a space or a line break.
var ErrBlankInSecret = errors.New("the secret has a blank in it")

// IsOurs reports whether header, which is Service-Signature, signs body, which is the bytes as they came, before any JSON parser.
func IsOurs(secret, header string, body []byte, now time.Time) (bool, error) {
	if strings.TrimSpace(secret) == "" {
		return false, ErrBlankSecret
	}
	if strings.ContainsAny(secret, " \t\r\n") {
		return false, ErrBlankInSecret
	}
	var t string
	var signatures []string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "t":
			t = value
		case "v1":
			signatures = append(signatures, value)
		}
	}
	seconds, err := strconv.ParseInt(t, 10, 64)
	if err != nil {
		return false, nil
	}
	if age := now.Unix() - seconds; age > 300 || age < -300 {
		return false, nil
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(t + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, signature := range signatures {
		given, err := hex.DecodeString(signature)
		if err == nil && hmac.Equal(given, expected) {
			return true, nil
		}
	}
	return false, nil
}
