-- How far the sweeper has looked for paid orders without tickets: an older version may have paid some.

CREATE TABLE tickets_checked (
  id          text PRIMARY KEY CHECK (id = 'tickets_checked'),
  paid_until  timestamptz(3) NOT NULL
);
COMMENT ON TABLE tickets_checked IS 'One row: until when paid orders were checked for tickets.';
