import { invalidField, PROBLEMS, type ProblemCode, ProblemError } from '../../src/core/problems.js';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

it.each(codes)('%s has a status, a title of its own and a sentence', (code) => {
  const [status, title, explanation] = PROBLEMS[code];
  expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(codes.filter((other) => PROBLEMS[other][1] === title)).toEqual([code]);
  expect(explanation).toMatch(/^[A-Z].*\.$/);
});

it('responds with the explanation unless given what happened this time', () => {
  expect(new ProblemError('tickets_unavailable')).toMatchObject({
    status: 409,
    message: PROBLEMS.tickets_unavailable[2],
    headers: {},
    errors: undefined,
  });
  const problem = new ProblemError('busy', { detail: 'Later.', headers: { 'Retry-After': '1' } });
  expect(problem).toMatchObject({ status: 503, message: 'Later.', headers: { 'Retry-After': '1' } });
});

it('names the field of a wrong value twice: for people and for programs', () => {
  expect(invalidField('limit', 'must be at most 500')).toMatchObject({
    code: 'invalid_request',
    status: 400,
    message: 'limit: must be at most 500',
    errors: [{ field: 'limit', message: 'must be at most 500' }],
  });
});
