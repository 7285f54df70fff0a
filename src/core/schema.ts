import { z } from 'zod';

/** Fields of the objects in the rooms' `schemas.ts`. Commands print an instant as ISO 8601 in UTC. */
export const instant = z.date();
export const instantOrNull = instant.nullable();
