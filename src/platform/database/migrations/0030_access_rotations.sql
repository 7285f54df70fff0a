-- When a key or client last got another secret: two who ask at the same time must not both be handed one.

ALTER TABLE api_keys ADD COLUMN rolled_at timestamptz(3);
ALTER TABLE oauth_clients ADD COLUMN rotated_at timestamptz(3);
