import type { LightMyRequestResponse } from 'fastify';
import { PROBLEMS, type ProblemCode } from '../../src/core/problems.js';
import { problem } from '../../src/core/wire/problem.js';

/** Checks that an answer is a complete problem of that code, and gives its body. */
export function expectProblem(answer: LightMyRequestResponse, code: ProblemCode) {
  expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
    status: PROBLEMS[code][0],
    body: { code },
  });
  const body = problem.strict().parse(answer.json());
  expect(body).toMatchObject({ status: PROBLEMS[code][0], title: PROBLEMS[code][1] });
  expect(body.type).toMatch(new RegExp(`/problems/${code}$`));
  expect(body.request_id).toBe(answer.headers['service-request-id']);
  expect(body.request_id).toMatch(/^req_[\w-]{20}$/);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(answer.headers['cache-control']).toBe('no-store');
  return body;
}
