// A hand-written service for one endpoint, GET /v1/events, over the same table: what the API is measured against.
// It does what a call of ours does (key, limit, cursor, query, splice, ETag) and nothing else, and sends the same bytes.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"

	"github.com/cespare/xxhash/v2"
	"github.com/jackc/pgx/v5/pgxpool"
)

type server struct {
	pages  pages
	keys   keys
	limits limits
	secret []byte
	origin []byte
}

func (s *server) events(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Service-Request-Id", requestID())
	header.Set("X-Content-Type-Options", "nosniff")
	key, err := s.keys.find(r.Context(), r.Header.Get("Authorization"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	if !s.limits.count(key, header) {
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	question, err := readQuestion(r.URL.Query(), s.secret, key.company)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	found, err := s.pages.read(r.Context(), question)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	body := join(found, question, s.secret, s.origin, key)
	tag := `"` + strconv.FormatInt(int64(len(body)), 36) + "-" + strconv.FormatUint(xxhash.Sum64(body), 36) + `"`
	header.Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body)
}

func requestID() string {
	var bytes [15]byte
	rand.Read(bytes[:])
	return "req_" + base64.RawURLEncoding.EncodeToString(bytes[:])
}

func main() {
	secret, err := base64.StdEncoding.DecodeString(os.Getenv("ENCRYPTION_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	config, err := pgxpool.ParseConfig(os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	connections, _ := strconv.Atoi(os.Getenv("CONNECTIONS"))
	config.MaxConns = int32(max(connections, 4))
	config.ConnConfig.RuntimeParams["TimeZone"] = "UTC"
	config.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	pool, err := pgxpool.NewWithConfig(context.Background(), config)
	if err != nil {
		log.Fatal(err)
	}
	s := &server{pages: pages{pool}, keys: keys{pool: pool}, secret: secret, origin: []byte(os.Getenv("ORIGIN"))}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/events", s.events)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	go http.Serve(listener, mux)
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	<-stop
}
