-- What a process compares its settings with when it starts, before it does harm with wrong ones.

CREATE TABLE installation (
  id                 text PRIMARY KEY CHECK (id = 'installation'),
  canary             bytea,
  temporal_namespace text
);
COMMENT ON TABLE installation IS 'One row: what the settings of every process of this installation must agree with.';
COMMENT ON COLUMN installation.canary IS 'A known text, sealed with ENCRYPTION_KEY by the first process in production.';
COMMENT ON COLUMN installation.temporal_namespace IS 'The namespace that `migrate` prepared, which every worker uses.';
