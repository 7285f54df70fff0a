import postgres from 'postgres';
import { toProblem } from '../../../api/plugins/problem-details.js';
import { isDatabaseBusy } from '../../../src/platform/database/database-errors.js';

const error = (facts: object) => Object.assign(new Error('no'), facts);

test.each([
  ['cut off while it is in use', error({ code: 'ECONNRESET', syscall: 'read' }), 'busy'],
  ['refused', error({ code: 'ECONNREFUSED', address: '127.0.0.1' }), 'busy'],
  ['lost, as the driver says', error({ code: 'CONNECTION_CLOSED', address: 'db:5432' }), 'busy'],
  ['refused at each of its addresses', new AggregateError([error({ code: 'ECONNREFUSED', address: '::1' })]), 'busy'],
  ['without room on its disk', new postgres.PostgresError({ code: '53100' } as never), 'busy'],
  ['a statement that was wrong', new postgres.PostgresError({ code: '42601' } as never), 'internal_error'],
  ['a file that is missing', error({ code: 'ENOENT', path: '/x' }), 'internal_error'],
  ['the body of a caller who hung up', error({ code: 'ECONNRESET', statusCode: 400 }), 'invalid_request'],
])('%s', (_what, thrown, code) => {
  expect(toProblem(thrown).code).toBe(code);
  if (code !== 'invalid_request') expect(isDatabaseBusy(thrown)).toBe(code === 'busy');
});
