"""Five calls with the client that openapi-python-client makes."""

import os
import time
from datetime import datetime, timezone

from partner_events import AuthenticatedClient
from partner_events.api.events import get_events, get_events_id
from partner_events.api.orders import get_events_id_tickets, post_orders
from partner_events.models import EventList, NewOrder, Order, SingleEvent, TicketTypeList

test, live = (
    AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ[key], raise_on_unexpected_status=True)
    for key in ("TEST_KEY", "LIVE_KEY")
)

listed = get_events.sync(client=test, limit=5, near="Berlin,DE")
assert isinstance(listed, EventList) and listed.events

EVENT = "evt_test_berlin_jazz_night"
one = get_events_id.sync(EVENT, client=test)
assert isinstance(one, SingleEvent) and isinstance(one.event.starts_at, datetime) and one.event.earn.eligible

gone: set[str] = set()
since = datetime(2026, 1, 1, tzinfo=timezone.utc)
for asked in range(10):
    page = get_events.sync(client=live, changed_since=since, limit=1)
    assert isinstance(page, EventList) and isinstance(page.withdrawn, list)
    gone.update(row.id for row in page.withdrawn)
    if len(page.withdrawn) < 500:
        break
    # To whole seconds, as many programs keep dates.
    since = page.withdrawn[-1].withdrawn_at.replace(microsecond=0)
else:
    raise AssertionError(f"still asking with {since}")
assert len(gone) == int(os.environ["WITHDRAWN"]), len(gone)

types = get_events_id_tickets.sync(EVENT, client=test)
assert isinstance(types, TicketTypeList)
ticket = next(row for row in types.ticket_types if row.available)
order = post_orders.sync(
    client=test,
    idempotency_key=f"python-{time.time_ns()}",
    body=NewOrder(
        event_id=EVENT, ticket_type_id=ticket.id, quantity=2, buyer_email="ada@example.com", buyer_name="Ada"
    ),
)
assert isinstance(order, Order) and order.status == "awaiting_payment", order
assert order.total == 2 * ticket.total_per_ticket, order
print(f"Python (openapi-python-client): 5 calls, {len(gone)} withdrawn")
