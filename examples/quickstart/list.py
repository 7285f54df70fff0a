import json, os, urllib.request

API, KEY = os.environ["API"], os.environ["KEY"]
request = urllib.request.Request(f"{API}/events?limit=2", headers={"Authorization": f"Bearer {KEY}"})
with urllib.request.urlopen(request) as response:
    events = json.load(response)["events"]
for event in events:
    print(event["date"], event["name"], event["tickets"]["buy_url"])
