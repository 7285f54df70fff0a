import { errorFacts } from '../../../src/platform/logs/error-facts.js';
import { createLogger } from '../../../src/platform/logs/logger.js';

function databaseError(code: string, message: string) {
  const facts = {
    code,
    detail: 'Failing row contains (grace@example.org, Grace).',
    where: 'of Grace',
    constraint_name: 'c',
    table_name: '',
  };
  return Object.assign(new Error(message), { name: 'PostgresError', parameters: ['Grace'], ...facts });
}

test('an error is logged by name, message, place and cause; nothing else that hangs on it', () => {
  const cause = databaseError('23514', 'new row violates check constraint "c"');
  const facts = errorFacts(Object.assign(new TypeError('it broke', { cause }), { buyer: 'Grace' }));
  expect(facts).toEqual({
    type: 'TypeError',
    message: 'it broke',
    stack: expect.stringMatching(/^\s+at .*error-facts\.test/),
    cause: {
      type: 'PostgresError',
      message: 'new row violates check constraint "c"',
      stack: expect.any(String),
      code: '23514',
      constraint_name: 'c',
    },
  });
  expect(JSON.stringify(facts)).not.toContain('Grace');
});

test('a data exception is logged without the value that its message and stack quote', () => {
  const facts = errorFacts(databaseError('22P02', 'invalid input syntax for type integer: "Grace"'));
  expect(facts).toMatchObject({ message: 'a value the database cannot take', code: '22P02' });
  expect(JSON.stringify(facts)).not.toContain('Grace');
});

test('several errors, endless causes and values that are no errors', () => {
  const endless = new Error('again');
  endless.cause = endless;
  expect(JSON.stringify(errorFacts(endless)).match(/again/g)).toHaveLength(5);
  expect(errorFacts(new AggregateError([new Error('one'), 'two']))).toMatchObject({
    errors: [{ message: 'one' }, { message: 'two' }],
  });
  expect(errorFacts('thrown')).toEqual({ message: 'thrown' });
});

test.each(['err', 'error'])('the log shows only the safe part of `%s`', (name) => {
  let line = '';
  const log = createLogger({ level: 'info', name: 'x', destination: { write: (text) => (line += text) } });
  log.error({ [name]: databaseError('23514', 'of tt_sk_live_abc and whsec_abc') }, 'failed');
  expect(JSON.parse(line)[name]).toMatchObject({ message: 'of [key] and [key]', code: '23514' });
  expect(line).not.toContain('Grace');
});
