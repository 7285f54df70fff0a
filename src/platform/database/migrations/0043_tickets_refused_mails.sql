-- one by one
-- What was refused lately is counted on each scrape, and listed.

DROP INDEX CONCURRENTLY IF EXISTS ticket_mails_refused;
CREATE INDEX CONCURRENTLY ticket_mails_refused ON ticket_mails (ended_at) WHERE state = 'refused';
