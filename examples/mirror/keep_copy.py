import json, os, time, urllib.error, urllib.parse, urllib.request

API, KEY = os.environ["API"], os.environ["KEY"]


def get(url):
    """One answer of the API. Waits as long as the API says when there were too many requests."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {KEY}"})
    while True:
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(int(error.headers["Retry-After"]))


def pages(**query):
    """Every page of a list of events."""
    while query:
        page = get(f"{API}/events?{urllib.parse.urlencode(query)}")
        yield page
        query = {"cursor": page["next"], "limit": 100} if page["next"] else {}


def refresh(events, since="1970-01-01T00:00:00Z"):
    """Brings `events`, a dict by id, up to date. Returns what to send as `since` the next time."""
    for page in pages(limit=100, changed_since=since):
        for event in page["events"]:
            events[event["id"]] = event
            since = max(since, event["updated_at"])
        for withdrawn in page.get("withdrawn", []):
            events.pop(withdrawn["id"], None)
    return since


events = {}
since = refresh(events)
since = refresh(events, since)
print(len(events), "events, up to", since)
