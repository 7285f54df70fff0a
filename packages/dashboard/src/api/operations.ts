import type { z } from 'zod';
import type { DASHBOARD_OPERATIONS } from '../../../../api/dashboard/operations.ts';

/*
 * The types of every call, from what the service declares (`api/dashboard/`). Types alone: the build has nothing of the service.
 */

type Declared = (typeof DASHBOARD_OPERATIONS)[number];

/** `GET /keys/:id` */
export type Operation = Declared['name'];
type Of<Name extends Operation> = Extract<Declared, { name: Name }>;

/** The answer as JSON; undefined where the service declares none. */
export type Answer<Name extends Operation> = Of<Name>['answer'] extends infer A extends z.ZodType
  ? z.output<A>
  : undefined;

/** An element of a list that comes back. */
export type Item<Name extends Operation> = Answer<Name> extends { data: (infer T)[] } ? T : never;

type Params<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Param}/${infer More}`
    ? Record<Param, string> & Params<More>
    : Record<Rest, string>
  : unknown;

type Declares<Name extends Operation, Part extends 'query' | 'body'> = Exclude<Of<Name>[Part], undefined>;

/** The query as the service reads it. */
export type Asked<Name extends Operation> = z.output<Declares<Name, 'query'>>;

/** As the address may have it: numbers are text there, and empty or missing values are left out. */
type Query<Name extends Operation> = [Declares<Name, 'query'>] extends [never]
  ? unknown
  : {
      query?: {
        [K in keyof z.input<Declares<Name, 'query'>>]?: z.input<Declares<Name, 'query'>>[K] | number | '' | null;
      };
    };

type Body<Name extends Operation> = [Declares<Name, 'body'>] extends [never]
  ? unknown
  : { body: z.input<Declares<Name, 'body'>> };

/** The parts of the path by their names, and `query` and `body` where the operation has them. */
export type Input<Name extends Operation> = Params<Name> & Query<Name> & Body<Name>;

/** Left out where nothing is needed. */
export type Args<Name extends Operation> = object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];
