import type { ProblemCode } from '../../src/core/problems.js';
import type { Json } from './json.js';

/** OpenAPI facts of a route besides its schema, in its `config`. `api/documents` adds the common behaviour of all routes. */
export interface RouteDocument {
  /** An answer of success; where there are several media types, one for each under {@link examples}. */
  example?: unknown;
  /** By media type: what stands in a file, before any compression. */
  examples?: Record<string, unknown>;
  /** Codes it refuses with that are not everybody's. Once some route names a code, the others have it only by naming it. */
  problems?: readonly ProblemCode[];
  /** Headers of its own that its answers carry, by status. */
  headers?: Record<number, Json>;
  /** Headers that it reads itself, without the key. */
  reads?: readonly HeaderParameter[];
}

export interface HeaderParameter {
  name: string;
  required: boolean;
  description: string;
  schema: Json;
}

/** A header that every answer of the status carries. */
export const always = (description: string, schema: Json): Json => ({ description, required: true, schema });

/** A header that some answers of the status carry. */
export const sometimes = (description: string, schema: Json): Json => ({ description, schema });

export const TEXT = { type: 'string' };
export const TRUE = { type: 'string', const: 'true' };
export const COUNT = { type: 'integer', minimum: 0 };
