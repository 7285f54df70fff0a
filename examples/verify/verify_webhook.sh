secret=$1 header=$2 body=$3
t=$(printf '%s\n' "$header" | tr ',' '\n' | sed -n 's/^t=\([0-9]*\)$/\1/p')
age=$(($(date +%s) - ${t:-0}))
[ -n "$secret" ] && [ "${age#-}" -le 300 ] || exit 1
expected=$({ printf '%s.' "$t" && cat "$body"; } | openssl dgst -sha256 -hmac "$secret" -r | cut -d ' ' -f 1)
printf '%s\n' "$header" | tr ',' '\n' | grep -qx "v1=$expected"
