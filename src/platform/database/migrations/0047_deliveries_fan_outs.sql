-- Fan-outs without workflows: what a worker has not finished, the next one continues.

CREATE TABLE fan_outs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_ids text[] NOT NULL,
  after text NOT NULL,
  written integer NOT NULL,
  due_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE fan_outs IS 'Batches of changes whose deliveries are not all written yet. A row goes away in the transaction that writes the last of them.';
COMMENT ON COLUMN fan_outs.after IS 'The last endpoint, in order of id, whose deliveries are written; empty: none.';
COMMENT ON COLUMN fan_outs.written IS 'How many deliveries are written.';
COMMENT ON COLUMN fan_outs.due_at IS 'When a worker continues it: later after a failure, so that others do not wait for it.';
