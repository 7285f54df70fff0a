-- one by one
-- What 0036 left to be done beside writers: nobody waits for these.

ALTER TABLE ticket_mails VALIDATE CONSTRAINT ticket_mails_kind_check;
UPDATE order_pages p SET told = jsonb_build_object('status', e.status, 'start', e.starts_at, 'date', e.date, 'timezone', e.timezone,
  'venue', e.venue, 'address', e.address, 'city', e.city, 'country', e.country)
FROM orders o JOIN events e ON e.id = o.event_id
WHERE o.id = p.order_id AND p.told IS NULL
  AND NOT EXISTS (SELECT FROM event_notices n WHERE n.event_id = e.id AND n.state = 'telling')
  AND NOT EXISTS (SELECT FROM ticket_mails m WHERE m.order_id = p.order_id AND m.kind = 'event' AND m.state = 'queued');
