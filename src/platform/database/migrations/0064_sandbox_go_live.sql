CREATE TABLE go_live_facts (
  company_id  text NOT NULL COLLATE "C" REFERENCES companies,
  fact        text NOT NULL CHECK (fact IN ('test_order', 'webhook_verified', 'order_repeated', 'limit_respected', 'withdrawal_received', 'keys_guarded')),
  seen_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, fact)
);
COMMENT ON TABLE go_live_facts IS 'What a company''s integration was seen to do, each once. They outlive the request log and the deliveries that showed them.';
