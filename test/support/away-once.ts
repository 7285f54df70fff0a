import type { Sql } from '../../src/platform/database/database.js';

/**
 * Has the database refuse, once, to note that a mail was sent, as a server that starts does (`cannot_connect_now`).
 *
 * @returns what ends it.
 */
export async function beAwayOnce(sql: Sql, table: 'mails' | 'ticket_mails'): Promise<() => Promise<void>> {
  await sql`CREATE SEQUENCE outages`;
  await sql`
    CREATE FUNCTION be_away() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF nextval('outages') < 2 THEN RAISE EXCEPTION 'starting up' USING ERRCODE = '57P03'; END IF;
      RETURN NEW;
    END $$`;
  await sql`
    CREATE TRIGGER away BEFORE UPDATE ON ${sql(table)} FOR EACH ROW WHEN (NEW.state = 'sent') EXECUTE FUNCTION be_away()`;
  return async () => {
    await sql`DROP TRIGGER away ON ${sql(table)}`;
    await sql`DROP FUNCTION be_away`;
    await sql`DROP SEQUENCE outages`;
  };
}
