"""What the fuzzer is told about the service beyond its OpenAPI document.

Calls come from ever new addresses, so that the limits of an address stay out of the way. Requests that are meant to be
valid keep the rules between parameters that OpenAPI cannot express, so that a refusal of one of them is a finding.
"""

import atexit
import collections
import itertools
import json
import os
import random
import sys

import schemathesis
from schemathesis.core.parameters import ParameterLocation

sys.path.insert(0, os.path.dirname(__file__))
from exclusions import excluded  # noqa: E402

with open(os.environ["FUZZ_FACTS"], encoding="utf-8") as file:
    FACTS = json.load(file)

CALLS = itertools.count(1)
ANSWERS = collections.defaultdict(collections.Counter)
EXCLUDED = collections.Counter()
# Cursors that the service gave out, by path: nothing else is one.
CURSORS = collections.defaultdict(list)
KEPT_CURSORS = 20


@schemathesis.hook
def before_call(ctx, case, kwargs):
    number = next(CALLS)
    if valid(case, ParameterLocation.QUERY):
        mend_query(case.path, case.query, number)
        if "key" in case.query:
            # Two different keys in one call are refused: the one of the query is tried here, that of the header elsewhere.
            case.headers.pop("Authorization", None)
            if number % 2:
                case.query["key"] = FACTS["query_key"]
    if valid(case, ParameterLocation.HEADER) and "Idempotency-Key" in case.headers and number % 4:
        case.headers["Idempotency-Key"] = f"fuzz-call-{number}"
    if valid(case, ParameterLocation.BODY):
        mend_body(case.path, case.body, number)
    case.headers["X-Forwarded-For"] = f"2001:db8:{number >> 16 & 0xFFFF:x}:{number & 0xFFFF:x}::1"


@schemathesis.hook
def after_call(ctx, case, response):
    ANSWERS[case.operation.label][str(response.status_code)] += 1
    if response.status_code == 200 and "json" in response.headers.get("content-type", [""])[0]:
        answer = response.json()
        if isinstance(answer, dict) and isinstance(answer.get("next"), str):
            CURSORS[case.path].append(answer["next"])
            del CURSORS[case.path][:-KEPT_CURSORS]


@schemathesis.hook
def filter_failure(ctx, failure, case, response):
    reason = excluded(failure, case, response)
    if reason is None:
        return True
    EXCLUDED[reason] += 1
    return False


def valid(case, location):
    """Whether this part of the request is meant to be as the document says."""
    part = case.meta.components.get(location) if case.meta is not None else None
    return part is not None and part.mode.is_positive


def mend_body(path, body, number):
    """Names what exists in three of four requests: tickets, clients of OAuth, and the assistant's tools."""
    if not isinstance(body, dict):
        return
    if path == "/orders" and number % 4 and FACTS["tickets"]:
        event, ticket = FACTS["tickets"][number % len(FACTS["tickets"])]
        body.update(event_id=event, ticket_type_id=ticket)
        body["quantity"] = min(body.get("quantity", 1), 2)
        if "lines" in body and number % 2:
            body["lines"] = [{"ticket_type_id": body["ticket_type_id"], "quantity": body["quantity"]}]
    if path == "/orders" and "lines" in body:
        # Tickets are named in one of two ways.
        for name in ["ticket_type_id", "quantity"] if number % 2 else ["lines"]:
            body.pop(name, None)
    if path.startswith("/oauth/") and number % 4 and FACTS["oauth_clients"]:
        client, secret = FACTS["oauth_clients"][number % len(FACTS["oauth_clients"])]
        body.update(client_id=client, client_secret=secret)
    if path == "/mcp" and number % 4:
        body.update(id=number, method="tools/call", params=tool_call(random.Random(number)))


TOOLS = [
    "find_events",
    "find_events_near_location",
    "find_events_by_category",
    "get_event",
    "list_categories",
    "list_locations",
    "no_tool",
]
ARGUMENTS = [
    *["city", "country", "category", "from", "to", "artist", "limit", "cursor", "lat", "lng", "radius", "id", "x"],
    *["sort", "currency", "on_sale_from", "on_sale_to"],
]
VALUES = [
    *["Berlin", "DE", "music", "price", "EUR", "2026-12-01", "2026-02-30", "", " ", "\u0000", "\ud800", "%", "a" * 200, "evt_test_berlin_jazz_night"],
    *[0, 1, 20, 52.5, -90, 181, 1e300, 1e-9, 9007199254740993, -1, True, False, None],
    *[[], {}, ["Berlin"], {"a": {"b": []}}],
]


def tool_call(chance):
    """A call of a tool with arguments that the document leaves open."""
    names = chance.sample(ARGUMENTS, chance.randrange(5))
    arguments = {name: chance.choice(VALUES) for name in names}
    if chance.random() < 0.5:
        # What most tools ask for, so that they get as far as the events.
        arguments.update(lat=52.5, lng=13.4, category="music", id="evt_test_berlin_jazz_night")
    return {"name": chance.choice(TOOLS), "arguments": arguments}


def make_sortable(query):
    """Leaves what `sort` allows: each order has its filters."""
    if query["sort"] == "updated_at":
        query.setdefault("changed_since", "2026-01-01T00:00:00Z")
        refused = ["q", "on_sale_from", "on_sale_to"]
    else:
        refused = ["changed_since"]
        if query["sort"] == "-starts_at":
            refused.append("q")
        if query["sort"] == "price":
            refused += ["q", "artist", "performer_id", "near", "lat", "lng", "radius", "on_sale_from", "on_sale_to"]
            query.setdefault("country", "DE")
            query.setdefault("currency", "EUR")
    if query["sort"] != "price":
        refused.append("currency")
    for name in refused:
        query.pop(name, None)


def mend_query(path, query, number):
    """Keeps the rules between parameters: a radius is around a place, a day is not before the first one."""
    if "cursor" in query:
        query.pop("cursor")
        known = CURSORS[path]
        if known and number % 2:
            # A cursor repeats its own filters, and no others.
            for name in [name for name in query if name not in ("limit", "simulate")]:
                query.pop(name)
            query["cursor"] = known[number % len(known)]
    if "ids" in query and path == "/events":
        # It names the events, so it goes without filters: every other time it goes, else they do.
        for name in [name for name in query if name != "ids"] if number % 2 else ["ids"]:
            query.pop(name)
    if "changed_since" in query:
        for name in ["q", "on_sale_from", "on_sale_to"]:
            query.pop(name, None)
    if "sort" in query:
        make_sortable(query)
    elif "currency" in query:
        query.pop("currency")
    if ("on_sale_from" in query) != ("on_sale_to" in query):
        query["on_sale_from"] = query["on_sale_to"] = query.get("on_sale_from", query.get("on_sale_to"))
    if "on_sale_from" in query:
        query["on_sale_to"] = query["on_sale_from"]
    if "from" in query and "to" in query and query["from"] > query["to"]:
        query["from"], query["to"] = query["to"], query["from"]
    if path.startswith("/reports/"):
        # A report covers a year at most, between 1970 and 2200.
        for name in ("from", "to"):
            if not "1970" <= str(query.get(name, "2026"))[:4] <= "2200":
                query[name] = "2026-10-01"
        if "from" in query:
            query["to"] = query["from"]
    if ("lat" in query) != ("lng" in query):
        query.setdefault("lat", 52.5)
        query.setdefault("lng", 13.4)
    if "radius" in query and "lat" not in query and "near" not in query:
        query.pop("radius")


@atexit.register
def report():
    with open(os.environ["FUZZ_STATS"], "w", encoding="utf-8") as file:
        json.dump({"answers": ANSWERS, "excluded": EXCLUDED}, file)
