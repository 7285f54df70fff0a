import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Id } from '../../src/core/ids.js';
import { ProblemError } from '../../src/core/problems.js';
import type { InputOf, RowOf } from '../../src/core/wire/row.js';
import type { Action } from '../../src/members/rules/roles.js';
import type { SignedIn } from '../../src/members/signed-in.js';
import type { Context } from '../../src/platform/context/context.js';

/**
 * Who may call an operation: a caller who `may` do an action of the roles' table, or
 *
 * - `anybody`, signed in or not,
 * - `session`: every session, also while it owes the second step,
 * - `member`: the same, but no operator,
 * - `self`: a session that owes nothing, for the member's own objects,
 * - `self_again`: the same with the second step taken a short while ago; `self_again_if_any`: unless the member has
 * none yet.
 */
export type May = Action | 'anybody' | 'session' | 'member' | 'self' | 'self_again' | 'self_again_if_any';

export interface Call<Q, B, P = unknown> {
  /** Acts in the member's name: the audit log records the action as theirs. */
  ctx: Context;
  /** The caller; absent where {@link May} is `anybody`. */
  member: SignedIn;
  /** The parts of the path by their names. */
  params: P;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A call whose path names an object: `/keys/:id`. */
export type OneCall = Call<unknown, unknown, { id: string }>;

type Name = `${'GET' | 'POST'} /${string}`;

/** One operation of the dashboard: its document, its checks, its tests and the types of the pages come from it. */
export interface Operation<
  N extends Name = Name,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodObject | undefined = z.ZodObject | undefined,
  A extends z.ZodType | null = z.ZodType | null,
> {
  /** `GET /keys/:id` */
  name: N;
  method: 'GET' | 'POST';
  /** Below `/dashboard/api`, with `:name` parameters. */
  path: string;
  may: May;
  summary: string;
  query?: Q;
  body?: B;
  /** Null: 204 without a body. */
  answer: A;
  /** For a file: its type. `run` returns a {@link Download}. */
  media?: string;
  /** Default: 200, or 204 without an answer. */
  status: 200 | 201 | 202 | 204;
  run(call: Call<never, never, never>): unknown;
}

type Parsed<S> = S extends z.ZodType ? InputOf<z.output<S>> : undefined;

type ParamsOf<N> = N extends `${string}:${infer P}/${infer Rest}`
  ? { [K in P]: string } & ParamsOf<Rest>
  : N extends `${string}:${infer P}`
    ? { [K in P]: string }
    : unknown;

interface Definition<
  N,
  Q extends z.ZodObject | undefined,
  B extends z.ZodObject | undefined,
  A extends z.ZodType | null,
> {
  may: May;
  summary: string;
  query?: Q;
  body?: B;
  answer: A;
  media?: string;
  status?: 200 | 201 | 202;
  /** Takes the query and the body with names in camelCase, and may return rows of the rooms as they are. */
  run(call: Call<Parsed<Q>, Parsed<B>, ParamsOf<N>>): Answer<A> | Promise<Answer<A>>;
}

type Answer<A> = A extends z.ZodType ? RowOf<z.input<A>> : unknown;

/** A file that a browser saves under this name. */
export interface Download {
  name: string;
  content: Buffer | Readable;
}

/** Declares an operation: `operation('POST /keys/:id/revoke', { … })`. */
export function operation<
  N extends Name,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodObject | undefined = undefined,
  A extends z.ZodType | null = null,
>(name: N, definition: Definition<N, Q, B, A>): Operation<N, Q, B, A> {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  const status = definition.status ?? (definition.answer || definition.media ? 200 : 204);
  return { name, method, path, ...definition, status };
}

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    next: z.string().nullable().describe('Send it as `cursor` to get the next page. Null on the last one.'),
  });
}

/** A list that fits on one page. */
export const whole = <T>(data: readonly T[]) => ({ data, next: null });

/** The object that the path names, with its company, for use cases that refuse another company's. */
export const owned = <Name extends string>({ member: { companyId }, params: { id } }: OneCall, name: Name) =>
  ({ companyId, [name]: id }) as { companyId: Id<'company'> } & Record<Name, string>;

/** Names the body's fields in a use case's refusals. @param names by the use case's name, the body's. */
export async function underNames<T>(names: Readonly<Record<string, string>>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ProblemError) || !error.errors?.some(({ field }) => field in names)) throw error;
    const errors = error.errors.map(({ field, message }) => ({ field: names[field] ?? field, message }));
    throw new ProblemError(error.code, {
      detail: errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
      errors,
    });
  }
}
