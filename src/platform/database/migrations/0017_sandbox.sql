-- One row after the clock was moved: the offset.
CREATE TABLE sandbox_clock (
  only_row  boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  ahead_ms  bigint  NOT NULL CHECK (ahead_ms >= 0)
);

-- Milestones of a company's integration. They outlive the logs that proved them.
CREATE TABLE go_live_facts (
  company_id  text           COLLATE "C" REFERENCES companies,
  fact        text           CHECK (fact IN ('test_order', 'webhook_verified', 'order_repeated', 'limit_respected', 'withdrawal_received', 'keys_guarded')),
  seen_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, fact)
);
