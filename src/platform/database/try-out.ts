import type { Sql, Transaction } from './database.js';

/** Carries the result out of a transaction that is rolled back. */
class RolledBack<T> extends Error {
  constructor(readonly result: T) {
    super('rolled back');
  }
}

/** Runs work in a transaction and undoes it, for previews. @returns the result of the work. */
export async function tryOut<T>(sql: Sql, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    await sql.begin(async (tx) => {
      throw new RolledBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
  throw new Error('the transaction was committed');
}
