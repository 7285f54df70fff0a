-- What partners ask about sales that they miss.

CREATE TABLE inquiries (
  id              text PRIMARY KEY COLLATE "C",
  company_id      text NOT NULL REFERENCES companies,
  mode            text NOT NULL CHECK (mode IN ('test', 'live')),
  order_id        text,
  event_id        text,
  sub_id          text,
  bought_at       timestamptz(3),
  note            text,
  verdict         text NOT NULL,
  found_order_id  text,
  state           text NOT NULL CHECK (state IN ('decided', 'open', 'answered')),
  asked_by        text NOT NULL,
  asked_at        timestamptz(3) NOT NULL,
  opened_at       timestamptz(3),
  answer          text,
  answered_by     text,
  answered_at     timestamptz(3),
  CHECK (order_id IS NOT NULL OR (event_id IS NOT NULL AND sub_id IS NOT NULL AND bought_at IS NOT NULL)),
  CHECK ((state = 'answered') = (answer IS NOT NULL))
);
COMMENT ON TABLE inquiries IS 'Sales that partners miss, with what the service found.';
COMMENT ON COLUMN inquiries.bought_at IS 'When the partner believes that the order was made.';
COMMENT ON COLUMN inquiries.note IS 'In the partner''s words.';
COMMENT ON COLUMN inquiries.verdict IS 'What the rules say of the order that was found, or that none was.';
COMMENT ON COLUMN inquiries.found_order_id IS 'Refers to orders. NULL: none was found.';
COMMENT ON COLUMN inquiries.state IS 'decided: the verdict was the answer. open: an operator must look. answered: one did.';
COMMENT ON COLUMN inquiries.asked_by IS 'The member, without a foreign key: the inquiry outlives them.';
COMMENT ON COLUMN inquiries.opened_at IS 'Since when an operator must look.';
CREATE INDEX inquiries_company ON inquiries (company_id, mode, asked_at, id);
CREATE INDEX inquiries_open ON inquiries (opened_at) WHERE state = 'open';
