-- The completion run asks for open events of whole days, whose end only their date tells.
CREATE INDEX events_open_day ON events (date)
  WHERE starts_at IS NULL AND ends_at IS NULL AND status NOT IN ('cancelled', 'completed');
