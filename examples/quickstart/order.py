import json, os, urllib.request, uuid

API, KEY = os.environ["API"], os.environ["KEY"]
order = {
    "event_id": "evt_test_berlin_jazz_night",
    "ticket_type_id": "tkt_test_berlin_jazz_night_standard",
    "quantity": 2,
    "buyer_name": "Ada",
    "buyer_email": "ada@example.com",
    "sub_id": "quickstart",
}
request = urllib.request.Request(
    f"{API}/orders",
    data=json.dumps(order).encode(),
    headers={
        "Authorization": f"Bearer {KEY}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    },
)
with urllib.request.urlopen(request) as response:
    order = json.load(response)
print(order["id"], order["total"], order["currency"], order["checkout_url"])
