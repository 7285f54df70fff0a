-- Buy links in capitals or small letters lead to the same key.
CREATE INDEX api_keys_ref_case ON api_keys (lower(ref));
