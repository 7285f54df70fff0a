import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField, ProblemError } from '../../src/core/problems.js';
import { isStorable } from '../../src/core/text.js';
import type { App } from '../http/access.js';

const MAX_NESTED = 20;

/** Refuses prototype keys, deep nesting and unstorable text; the refusal names only fields that the route knows. */
function inspect(value: unknown, known: readonly string[], field = 'body', depth = 0): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw invalidField(field, 'must not contain NUL or invalid characters');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_NESTED) throw invalidField('body', 'is nested too deeply');
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype' || !isStorable(key)) {
      throw invalidField('body', 'has a field name that is never accepted');
    }
    inspect(inner, known, depth === 0 && known.includes(key) ? key : field, depth + 1);
  }
}

/**
 * The value of a JSON body, or undefined for an empty one.
 *
 * @param known names of the fields that the route knows.
 * @throws {ProblemError} `invalid_request` for anything but clean JSON in UTF-8.
 */
function parseJsonBody(bytes: Buffer, known: readonly string[]): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw invalidField('body', 'is not UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw invalidField('body', 'is not valid JSON');
  }
  // The framework takes it for no body at all.
  if (value === null) throw invalidField('body', 'must be an object');
  inspect(value, known);
  return value;
}

/** @throws {ProblemError} `unsupported_media_type` for a body in another charset than UTF-8. */
export function assertUtf8({ headers }: FastifyRequest): void {
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset && !/^utf-?8$/i.test(charset)) throw new ProblemError('unsupported_media_type');
}

/** A content type parser that takes the body for JSON, whatever type it was sent as. */
export function readJson(
  request: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  try {
    assertUtf8(request);
    const schema = request.routeOptions.schema?.body;
    done(null, parseJsonBody(body as Buffer, schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
  } catch (error) {
    done(error as Error);
  }
}

/** JSON is the only body read by default; a route that takes another type adds its parser in its own scope. */
export function jsonBody(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
}
