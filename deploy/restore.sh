#!/bin/sh
# usage: DATABASE_URL=postgres://… deploy/restore.sh FILE
# Puts a backup into an empty database, whole or not at all. Refuses a database that holds anything.
set -eu
file=${1:?usage: DATABASE_URL=… restore.sh FILE}
count="SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
if [ "$(psql -qAtX "${DATABASE_URL:?must be set}" -c "$count")" != 0 ]; then
  echo "restore.sh: the database is not empty. Create a new one, restore into it, and point DATABASE_URL there." >&2
  exit 1
fi
pg_restore --single-transaction --exit-on-error --no-owner --no-privileges --dbname="$DATABASE_URL" "$file"
# Silent on the catalogues shared by the whole server, which only its superuser may analyze.
psql -qX "$DATABASE_URL" -c 'SET client_min_messages = error' -c 'ANALYZE'
