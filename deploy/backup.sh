#!/bin/sh
# usage: DATABASE_URL=postgres://… deploy/backup.sh FILE
# Writes the whole database, as it is at one moment, to FILE. Calls and workers go on. Needs pg_dump of the server's version.
set -eu
file=${1:?usage: DATABASE_URL=… backup.sh FILE}
umask 077
pg_dump --format=custom --no-owner --no-privileges --file="$file.part" "${DATABASE_URL:?must be set}"
mv "$file.part" "$file"
