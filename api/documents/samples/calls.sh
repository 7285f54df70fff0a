# before each
# export API=https://api.example.com/v1 KEY=tt_test_… ORDER=ord_… SETTLEMENT=stm_… BULK_FILE=bfs_….ndjson.gz

# before each without a key
# export API=https://api.example.com/v1 KEY=tt_test_… CLIENT_ID=oac_… CLIENT_SECRET=tt_cs_… TOKEN=tt_at_…

# sample: getEvents
curl --fail-with-body "$API/events?city=Berlin&country=DE&limit=2" -H "Authorization: Bearer $KEY"

# sample: getEventsId
curl --fail-with-body "$API/events/evt_test_berlin_jazz_night" -H "Authorization: Bearer $KEY"

# sample: getEventsIdTickets
curl --fail-with-body "$API/events/evt_test_berlin_jazz_night/tickets" -H "Authorization: Bearer $KEY"

# sample: getTickets
EVENTS=evt_test_berlin_jazz_night,evt_test_london_comedy_cellar
curl --fail-with-body "$API/tickets?event_ids=$EVENTS" -H "Authorization: Bearer $KEY"

# sample: getCategories
curl --fail-with-body "$API/categories?country=DE" -H "Authorization: Bearer $KEY"

# sample: getLocations
curl --fail-with-body "$API/locations?limit=10" -H "Authorization: Bearer $KEY"

# sample without a key: getDemoEvents
curl --fail-with-body "$API/demo/events?limit=2"

# sample without a key: getDemoEventsId
curl --fail-with-body "$API/demo/events/evt_test_berlin_jazz_night"

# sample without a key: getDemoCategories
curl --fail-with-body "$API/demo/categories"

# sample without a key: getDemoLocations
curl --fail-with-body "$API/demo/locations"

# sample: getEarnings
curl --fail-with-body "$API/earnings?status=pending&limit=10" -H "Authorization: Bearer $KEY"

# sample: getReportsEarnings
curl --fail-with-body "$API/reports/earnings?by=month&country=DE" -H "Authorization: Bearer $KEY"

# sample: getReportsFunnel
curl --fail-with-body "$API/reports/funnel?by=sub_id" -H "Authorization: Bearer $KEY"

# sample: getReportsFile
curl --fail-with-body "$API/reports/earnings.csv?by=event" -H "Authorization: Bearer $KEY"

# sample: getSettlements
curl --fail-with-body "$API/settlements" -H "Authorization: Bearer $KEY"

# sample: getSettlementsIdLines
# With a server key: a test key has no statements.
curl --fail-with-body "$API/settlements/$SETTLEMENT/lines" -H "Authorization: Bearer $KEY"

# sample: getSettlementsFile
# With a server key: a test key has no statements.
curl --fail-with-body -o statement.pdf "$API/settlements/$SETTLEMENT.pdf" -H "Authorization: Bearer $KEY"

# sample: getFeedsFile
curl --fail-with-body "$API/feeds/events.csv?country=DE" -H "Authorization: Bearer $KEY"

# sample: getBulkFile
# Keep the last good file until the new one is complete: a file that was cut off is no valid gzip.
curl --fail-with-body -o events.part "$API/bulk/$BULK_FILE" -H "Authorization: Bearer $KEY" &&
  gunzip -t < events.part && mv events.part events.ndjson.gz

# sample: getOffers
curl --fail-with-body "$API/offers?minimum_earnings=2&limit=2" -H "Authorization: Bearer $KEY"

# sample: postOrders
curl --fail-with-body "$API/orders" -H "Authorization: Bearer $KEY" \
  -H "Idempotency-Key: cart-$(date +%s)" -H 'Content-Type: application/json' -d '{
    "event_id": "evt_test_berlin_jazz_night",
    "ticket_type_id": "tkt_test_berlin_jazz_night_standard",
    "quantity": 2,
    "buyer_name": "Ada",
    "buyer_email": "ada@example.com"
  }'

# sample: getOrders
curl --fail-with-body "$API/orders?limit=10" -H "Authorization: Bearer $KEY"

# sample: getOrdersId
curl --fail-with-body "$API/orders/$ORDER" -H "Authorization: Bearer $KEY"

# sample: postOrdersIdCancel
curl --fail-with-body -X POST "$API/orders/$ORDER/cancel" -H "Authorization: Bearer $KEY"

# sample without a key: postTrack
curl --fail-with-body "$API/track" -H 'Content-Type: application/json' \
  -d "{\"type\": \"event_click\", \"event_id\": \"evt_test_berlin_jazz_night\", \"key\": \"$KEY\"}"

# sample without a key: getMcp
curl --fail-with-body "$API/mcp?key=$KEY"

# sample without a key: postMcp
curl --fail-with-body "$API/mcp" -H 'Content-Type: application/json' -d '{
  "jsonrpc": "2.0", "id": 1, "method": "tools/call",
  "params": {"name": "find_events", "arguments": {"city": "Berlin"}}
}'

# sample without a key: postOauthToken
curl --fail-with-body "$API/oauth/token" -u "$CLIENT_ID:$CLIENT_SECRET" \
  -d grant_type=client_credentials -d scope=events:read

# sample without a key: postOauthRevoke
curl --fail-with-body "$API/oauth/revoke" -u "$CLIENT_ID:$CLIENT_SECRET" -d "token=$TOKEN"
