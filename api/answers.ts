import { z } from 'zod';
import { problem } from '../src/contracts/wire/problem.js';

const bodiless = z.null();

/**
 * The statuses a route declares, for the OpenAPI document: the good one with its schema, and the others of the contract
 * (Errors 4), each a problem except 304.
 */
export function answers(status: 200 | 204, schema: z.ZodType | null, ...others: number[]): Record<number, z.ZodType> {
  const declared: Record<number, z.ZodType> = { [status]: schema ?? bodiless };
  for (const other of others) declared[other] = other === 304 ? bodiless : problem;
  return declared;
}
