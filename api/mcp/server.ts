import {
  type CallToolResult,
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ProblemError } from '../../src/core/problems.js';
import type { Viewer } from '../../src/core/viewer.js';
import { event } from '../../src/core/wire/event.js';
import type { Context } from '../../src/platform/context/context.js';
import type { Signal } from '../../src/signals/wire.js';
import { toProblem } from '../plugins/problem-details.js';
import { LISTED_TOOLS, TOOLS } from './tools.js';

export interface Audience {
  viewer: Viewer;
  onShown(signal: Signal): void;
  onRefused(problem: ProblemError, error: unknown): void;
}

export const SERVER_INFO: Implementation = { name: 'partner-events', title: 'Partner Events', version: '1.0.0' };

const READ_ONLY =
  'Live events with their dates, places, prices and ticket links. All tools are read-only: none of them buys, refunds ' +
  'or changes anything. Give buyers the ticket link (`tickets.buy_url`) exactly as it is, because it carries the ' +
  'attribution. Tell users when an event is cancelled, postponed or sold out.';

const SAMPLES = 'These are sample events: no ticket is real and no money moves. Tell users so.';

/** The instructions that an assistant reads once about the server. */
export function instructionsFor(viewer: Viewer): string {
  return viewer.mode === 'test' ? `${SAMPLES} ${READ_ONLY}` : READ_ONLY;
}

const listAnswer = z.object({ events: z.array(z.unknown()).min(1) });
const eventAnswer = z.object({ event: event.pick({ id: true }) });

/** The requested name is not repeated: it may be anything. */
const UNKNOWN_TOOL = `Unknown tool; the tools are ${LISTED_TOOLS.map(({ name }) => name).join(', ')}`;

/** The impressions of an answer, as the partner's own pages would report them. */
function findSignal(envelope: unknown): Signal | null {
  const list = listAnswer.safeParse(envelope);
  if (list.success) return { type: 'impression', shown: list.data.events.length };
  const one = eventAnswer.safeParse(envelope);
  return one.success ? { type: 'event_view', event_id: one.data.event.id } : null;
}

async function call(ctx: Context, audience: Audience, name: string, args: unknown): Promise<CallToolResult> {
  const tool = TOOLS.find(({ listed }) => listed.name === name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, UNKNOWN_TOOL);
  try {
    const text = (await tool.answer(ctx, audience.viewer, args)).toString();
    const envelope: Record<string, unknown> = JSON.parse(text);
    const signal = findSignal(envelope);
    if (signal) audience.onShown(signal);
    const remarks = audience.viewer.mode === 'test' ? [{ type: 'text' as const, text: SAMPLES }] : [];
    return { content: [{ type: 'text', text }, ...remarks], structuredContent: envelope };
  } catch (error) {
    const problem = toProblem(error);
    audience.onRefused(problem, error);
    return { isError: true, content: [{ type: 'text', text: `${problem.code}: ${problem.message}` }] };
  }
}

/** A protocol server for one request: the protocol is stateless, and each caller sees events of its own. */
export function createAssistantServer(ctx: Context, audience: Audience): Server {
  const server = new Server(SERVER_INFO, {
    capabilities: { tools: { listChanged: false } },
    instructions: instructionsFor(audience.viewer),
    // The tools are the same for everyone; their descriptions depend on the key.
    cacheHints: {
      'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' },
      'server/discover': { ttlMs: 3_600_000, cacheScope: 'private' },
    },
  });
  server.setRequestHandler('tools/list', () => ({ tools: LISTED_TOOLS }));
  server.setRequestHandler('tools/call', ({ params }) => call(ctx, audience, params.name, params.arguments));
  return server;
}
