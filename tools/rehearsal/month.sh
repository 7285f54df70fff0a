#!/usr/bin/env bash
# From nothing to a reconciled month, with Stripe's stand-in: docs/payments.md says what must run before.
set -euo pipefail

ROOT=$(cd "$(dirname "$0")/../.." && pwd)
: "${STRIPE_API_BASE:=http://127.0.0.1:4242}" "${STRIPE_KEY:=rk_test_1}"
export PAYMENTS=stripe PAYOUTS=stripe STRIPE_API_BASE STRIPE_KEY STRIPE_WEBHOOK_SECRETS=whsec_standin
export STRIPE_FEE_PERCENT=2 BANK_ACCOUNTS=EUR=DE89370400440532013000
export DATA_DIR=${DATA_DIR:-$ROOT/.data}
mkdir -p "$DATA_DIR/rehearsal"
cd "$DATA_DIR/rehearsal"

partner-events() { node "$ROOT/bin/partner-events.cjs" "$@"; }
step() { printf '\n== %s\n' "$1"; }
# A field of the JSON on the standard input.
field() { node -p "JSON.parse(fs.readFileSync(0)).$1"; }

API=$(node -p "require('../start.json').base_url")
KEY=$(node -p "require('../start.json').keys.server")

step 'Connect the organizer'
# A browser can open the link too: its page has the button that this request presses.
curl -sf -o done.html -X POST "$(partner-events organizer connect demo-tonight --country DE --json | field link)"
ACCOUNT=$(partner-events organizer connect demo-tonight --json | field account)

step 'Connect the partner that is paid by a transfer'
# Before the link is used, its statements would wait.
partner-events terms set --company "Demo Partner" --method processor_transfer --net-days 0 --minimum 0
curl -sf -o done.html -X POST "$(partner-events payout-account connect --company "Demo Partner" --country DE --json | field link)"
partner-events payout-account connect --company "Demo Partner"

step 'Add a partner that is paid by bank transfer'
partner-events company create "Bank Partner" --currency EUR
partner-events agreement set --company "Bank Partner" --country DE
partner-events terms set --company "Bank Partner" --method bank_transfer --net-days 0 --minimum 0
partner-events payout-account set --company "Bank Partner" --holder "Bank Partner GmbH" --iban "DE02 1203 0000 0000 2020 51"
BANK_KEY=$(partner-events key create --company "Bank Partner" --kind server --capability EMBEDDED_CHECKOUT | tail -n 1)

step 'Sell four orders of two tickets'
EVENT=$(curl -sf -G "$API/events" --data-urlencode "q=The Half Hour at Short Notice" -H "Authorization: Bearer $KEY" | field 'events[0].id')
TICKET=$(curl -sf "$API/events/$EVENT/tickets" -H "Authorization: Bearer $KEY" | field 'ticket_types[0].id')
# Orders two tickets, opens the payment page, and pays on it.
sell() {
  curl -sf -o "order-$2.json" "$API/orders" -H "Authorization: Bearer $1" -H "Idempotency-Key: rehearsal-$2" \
    -H 'Content-Type: application/json' \
    -d "{\"event_id\":\"$EVENT\",\"ticket_type_id\":\"$TICKET\",\"quantity\":2,\"buyer_email\":\"ada@example.com\",\"buyer_name\":\"Ada\"}"
  PAGE=$(curl -sf -o /dev/null -w '%{redirect_url}' -X POST "$(field checkout_url < "order-$2.json")/pay")
  curl -sf -o paid.html -d card=paid "$PAGE"
  until curl -sf "$API/orders/$(field id < "order-$2.json")" -H "Authorization: Bearer $1" | grep -q '"paid"'; do sleep 1; done
}
for N in 1 2 3; do sell "$KEY" $N; done
sell "$BANK_KEY" 4
curl -sf "$API/earnings" -H "Authorization: Bearer $BANK_KEY" | field 'earnings[0].status'

step 'Refund one ticket, and dispute a payment'
REFUNDED=$(field id < order-2.json)
DISPUTED=$(field id < order-3.json)
partner-events sale refund "$REFUNDED" --tickets 1
INTENT=$(curl -sf "$STRIPE_API_BASE/v1/payment_intents" -u "$STRIPE_KEY:" -H "Stripe-Account: $ACCOUNT" |
  field "data.find((one) => one.description === '$DISPUTED').id")
curl -sf -o dispute.json -d "{\"intent\":\"$INTENT\"}" "$STRIPE_API_BASE/_stand-in/dispute"
until partner-events order show "$DISPUTED" | grep -q ' open '; do sleep 1; done
until partner-events order show "$REFUNDED" | grep -q succeeded; do sleep 1; done

step 'Reconcile this month: no differences'
partner-events settlement reconcile --month "$(node -p 'new Date().toISOString().slice(0, 7)')"

step 'Close the month in which the earnings become ready'
# First the clock of the stand-in, then ours, which plays each day.
UNTIL=$(node -p "const due = new Date(Date.now() + 218 * 36e5); new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 1, 12)).toISOString()")
curl -sf -o clock.json -d "{\"now\":\"$UNTIL\"}" "$STRIPE_API_BASE/_stand-in/clock"
partner-events sandbox clock --advance "$(node -p "Math.ceil((new Date('$UNTIL') - Date.now()) / 864e5)")"
# The first partner is paid already, from our share of the payments.
partner-events settlement list

step 'Pay the other partner by bank file'
# The bank executes it on the next banking day. It does not know of the payment yet: reconciling finds a difference and ends with 1.
MONTH=$(partner-events settlement list --json | field 'statements[0].month')
partner-events settlement pay-file --month "$MONTH" --reason "month end" --json > file.json
DAY=$(field 'files[0].execute_on' < file.json)
partner-events sandbox clock --advance 4 > advanced.txt
partner-events settlement reconcile --month "${DAY%-*}" || echo "exit code $?"

step "Import the bank's statement"
inFile() { grep -o "<$1[^<]*" "$(field 'files[0].path' < file.json)" | cut -d '>' -f 2; }
cat > bank.xml <<END
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
  <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
  <Ntry>
    <Amt Ccy="EUR">$(inFile InstdAmt)</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>$DAY</Dt></BookgDt>
    <NtryDtls><TxDtls><Refs><AcctSvcrRef>BANK-1</AcctSvcrRef><EndToEndId>$(inFile EndToEndId)</EndToEndId></Refs></TxDtls></NtryDtls>
  </Ntry>
</Stmt></BkToCstmrStmt></Document>
END
partner-events settlement import-bank bank.xml

step 'Reconcile the month of the payments: no differences'
partner-events settlement reconcile --month "${DAY%-*}"
partner-events settlement reconciliations
