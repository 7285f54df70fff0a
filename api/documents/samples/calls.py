# before each
import os
import requests  # pip install requests

API = os.environ["API"]
HEADERS = {"Authorization": f"Bearer {os.environ['KEY']}"}

# before each without a key
import os
import requests  # pip install requests

API = os.environ["API"]

# sample: getEvents
query = {"city": "Berlin", "country": "DE", "limit": 2}
response = requests.get(f"{API}/events", params=query, headers=HEADERS, timeout=30)
response.raise_for_status()
for event in response.json()["events"]:
    print(event["date"], event["name"])

# sample: getEventsId
response = requests.get(f"{API}/events/evt_test_berlin_jazz_night", headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.json()["event"]["tickets"]["buy_url"])

# sample: getEventsIdTickets
response = requests.get(f"{API}/events/evt_test_berlin_jazz_night/tickets", headers=HEADERS, timeout=30)
response.raise_for_status()
for ticket_type in response.json()["ticket_types"]:
    print(ticket_type["name"], ticket_type["total_per_ticket"], ticket_type["currency"])

# sample: getTickets
query = {"event_ids": "evt_test_berlin_jazz_night,evt_test_london_comedy_cellar"}
response = requests.get(f"{API}/tickets", params=query, headers=HEADERS, timeout=30)
response.raise_for_status()
for event in response.json()["events"]:
    print(event["event_id"], len(event["ticket_types"]))

# sample: getCategories
response = requests.get(f"{API}/categories", params={"country": "DE"}, headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.json()["categories"])

# sample: getLocations
response = requests.get(f"{API}/locations", params={"limit": 10}, headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.json()["locations"])

# sample without a key: getDemoEvents
response = requests.get(f"{API}/demo/events", params={"limit": 2}, timeout=30)
response.raise_for_status()
print(len(response.json()["events"]))

# sample without a key: getDemoEventsId
response = requests.get(f"{API}/demo/events/evt_test_berlin_jazz_night", timeout=30)
response.raise_for_status()
print(response.json()["event"]["display"]["date_label"])

# sample without a key: getDemoCategories
response = requests.get(f"{API}/demo/categories", timeout=30)
response.raise_for_status()
print(response.json()["categories"])

# sample without a key: getDemoLocations
response = requests.get(f"{API}/demo/locations", timeout=30)
response.raise_for_status()
print(response.json()["locations"])

# sample: getEarnings
query = {"status": "pending", "limit": 10}
response = requests.get(f"{API}/earnings", params=query, headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.json()["totals"])

# sample: getReportsEarnings
query = {"by": "month", "country": "DE"}
response = requests.get(f"{API}/reports/earnings", params=query, headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.json()["totals"])

# sample: getReportsFunnel
response = requests.get(f"{API}/reports/funnel", params={"by": "sub_id"}, headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.json()["total"])

# sample: getReportsFile
response = requests.get(f"{API}/reports/earnings.csv", params={"by": "event"}, headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.text.splitlines()[0])

# sample: getSettlements
response = requests.get(f"{API}/settlements", headers=HEADERS, timeout=30)
response.raise_for_status()
for settlement in response.json()["settlements"]:
    print(settlement["period_start"], settlement["amount"], settlement["status"])

# sample: getSettlementsIdLines
# With a server key: a test key has no statements.
response = requests.get(f"{API}/settlements/{os.environ['SETTLEMENT']}/lines", headers=HEADERS, timeout=30)
response.raise_for_status()
for line in response.json()["lines"]:
    print(line["sale_id"], line["commission"], line["currency"])

# sample: getSettlementsFile
# With a server key: a test key has no statements.
file = f"{os.environ['SETTLEMENT']}.pdf"
response = requests.get(f"{API}/settlements/{file}", headers=HEADERS, timeout=30)
response.raise_for_status()
with open("statement.pdf", "wb") as statement:
    statement.write(response.content)

# sample: getFeedsFile
response = requests.get(f"{API}/feeds/events.csv", params={"country": "DE"}, headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.text.splitlines()[0])

# sample: getBulkFile
import gzip
import json

# BULK_FILE is the name of a file of your subscription: bfs_….ndjson.gz
response = requests.get(f"{API}/bulk/{os.environ['BULK_FILE']}", headers=HEADERS, timeout=120)
response.raise_for_status()
# A file that was cut off is no valid gzip: this line then raises an error, and the last good file stays.
lines = gzip.decompress(response.content).splitlines()
with open("events.part", "wb") as file:
    file.write(response.content)
os.replace("events.part", "events.ndjson.gz")
for line in lines[:3]:
    print(json.loads(line)["name"])

# sample: getOffers
query = {"minimum_earnings": 2, "limit": 2}
response = requests.get(f"{API}/offers", params=query, headers=HEADERS, timeout=30)
response.raise_for_status()
for offer in response.json()["offers"]:
    print(offer["title"], offer["reward"]["description"])

# sample: postOrders
import uuid
order = {
    "event_id": "evt_test_berlin_jazz_night",
    "ticket_type_id": "tkt_test_berlin_jazz_night_standard",
    "quantity": 2,
    "buyer_name": "Ada",
    "buyer_email": "ada@example.com",
}
# Keep this key with the cart: if the answer is lost, send the same request again.
headers = {**HEADERS, "Idempotency-Key": str(uuid.uuid4())}
response = requests.post(f"{API}/orders", json=order, headers=headers, timeout=30)
response.raise_for_status()
print(response.json()["checkout_url"])

# sample: getOrders
response = requests.get(f"{API}/orders", params={"limit": 10}, headers=HEADERS, timeout=30)
response.raise_for_status()
for order in response.json()["orders"]:
    print(order["id"], order["status"])

# sample: getOrdersId
response = requests.get(f"{API}/orders/{os.environ['ORDER']}", headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.json()["status"])

# sample: postOrdersIdCancel
response = requests.post(f"{API}/orders/{os.environ['ORDER']}/cancel", headers=HEADERS, timeout=30)
response.raise_for_status()
print(response.json()["status"])

# sample without a key: postTrack
signal = {"type": "event_click", "event_id": "evt_test_berlin_jazz_night", "key": os.environ["KEY"]}
requests.post(f"{API}/track", json=signal, timeout=30).raise_for_status()

# sample without a key: getMcp
response = requests.get(f"{API}/mcp", params={"key": os.environ["KEY"]}, timeout=30)
response.raise_for_status()
for tool in response.json()["tools"]:
    print(tool["name"])

# sample without a key: postMcp
call = {"name": "find_events", "arguments": {"city": "Berlin"}}
message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
response = requests.post(f"{API}/mcp", json=message, timeout=30)
response.raise_for_status()
print(response.json()["result"]["structuredContent"]["events"])

# sample without a key: postOauthToken
form = {"grant_type": "client_credentials", "scope": "events:read"}
client = (os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
response = requests.post(f"{API}/oauth/token", data=form, auth=client, timeout=30)
response.raise_for_status()
print(response.json()["expires_in"])

# sample without a key: postOauthRevoke
form = {"token": os.environ["TOKEN"]}
client = (os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
requests.post(f"{API}/oauth/revoke", data=form, auth=client, timeout=30).raise_for_status()
