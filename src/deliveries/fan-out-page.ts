import type { Context } from '../platform/context/context.js';
import type { FanOutPage } from './workflow.js';
import { writePart } from './write-part.js';

/**
 * A page of a `fanOut` workflow, which only histories of before have: {@link fanOutRecorded} needs none.
 *
 * @returns the last endpoint of the page, null when no page is left, and how many deliveries were written.
 */
export async function fanOutPage(ctx: Context, page: FanOutPage): Promise<{ after: string | null; started: number }> {
  const { after, written } = await ctx.sql.begin((tx) => writePart(ctx, tx, page));
  return { after, started: written };
}
