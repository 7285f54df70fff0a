import { z } from 'zod';

/** Fields of the objects in the rooms' `schemas.ts`. Commands print an instant as ISO 8601 in UTC. */
export const instant = z.date();
export const instantOrNull = instant.nullable();
export const text = z.string();
export const textOrNull = text.nullable();
export const count = z.number();
export const countOrNull = count.nullable();
export const flag = z.boolean();
