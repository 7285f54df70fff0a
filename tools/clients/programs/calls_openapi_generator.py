"""Five calls with the Python client that openapi-generator makes."""

import os
import time
from datetime import datetime, timezone

import openapi_client as client


def api(key: str) -> client.ApiClient:
    return client.ApiClient(client.Configuration(host=os.environ["BASE_URL"], access_token=key))


test, live = api(os.environ["TEST_KEY"]), client.EventsApi(api(os.environ["LIVE_KEY"]))
events, orders = client.EventsApi(test), client.OrdersApi(test)

listed = events.get_events(limit=5, near="Berlin,DE")
assert listed.events and listed.mode == "test"

EVENT = "evt_test_berlin_jazz_night"
event = events.get_events_id(EVENT).event
assert isinstance(event.starts_at, datetime) and event.earn.eligible

# This client writes the offset as +0000.
gone: set[str] = set()
since = datetime(2026, 1, 1, tzinfo=timezone.utc)
for asked in range(10):
    withdrawn = live.get_events(changed_since=since, limit=1).withdrawn or []
    gone.update(one.id for one in withdrawn)
    if len(withdrawn) < 500:
        break
    since = withdrawn[-1].withdrawn_at
else:
    raise AssertionError(f"still asking with {since}")
assert len(gone) == int(os.environ["WITHDRAWN"]), len(gone)

ticket = next(one for one in orders.get_events_id_tickets(EVENT).ticket_types if one.available)
order = orders.post_orders(
    f"python-{time.time_ns()}",
    client.NewOrder(
        event_id=EVENT, ticket_type_id=ticket.id, quantity=2, buyer_email="ada@example.com", buyer_name="Ada"
    ),
)
assert order.status == "awaiting_payment" and order.total == 2 * ticket.total_per_ticket, order
print(f"Python (openapi-generator): 5 calls, {len(gone)} withdrawn")
