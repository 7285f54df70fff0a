import type { z } from 'zod';
import { child, isJson, type Json } from '../../../api/http/json.js';
import { oauthError, tokenAnswer } from '../../../src/access/wire.js';
import { offerList } from '../../../src/catalogue/offer-wire.js';
import { categoryList, eventList, locationList, singleEvent } from '../../../src/core/wire/event.js';
import { earningsList } from '../../../src/earnings/wire.js';
import { newOrder, order, ticketTypeList } from '../../../src/orders/wire.js';
import { settlementCsv } from '../../../src/settlements/statement-csv.js';
import { settlementLines, settlementsList } from '../../../src/settlements/wire.js';
import { createTestApi, type TestApi } from '../../support/api.js';

let api: TestApi;
let doc: Json;
beforeAll(async () => {
  api = await createTestApi();
  doc = (await api.app.inject('/openapi.json')).json();
});
afterAll(() => api.close());

/** Every object under a node, with its path; examples are no schemas. */
function* nodes(node: unknown, path: string): Generator<[path: string, node: Json]> {
  if (Array.isArray(node)) for (const [i, one] of node.entries()) yield* nodes(one, `${path}/${i}`);
  if (!isJson(node)) return;
  yield [path, node];
  for (const [key, value] of Object.entries(node)) {
    if (!['example', 'examples', 'default'].includes(key)) yield* nodes(value, `${path}/${key}`);
  }
}

function* operations(): Generator<[name: string, operation: Json]> {
  for (const part of ['paths', 'webhooks']) {
    for (const [path, methods] of Object.entries(child(doc, part))) {
      for (const [method, operation] of Object.entries(isJson(methods) ? methods : {})) {
        if (isJson(operation)) yield [`${method} ${path}`, operation];
      }
    }
  }
}

test('every field of a schema and every parameter has a description', () => {
  const silent: string[] = [];
  let fields = 0;
  for (const [path, node] of nodes(doc, '')) {
    // A field in a condition is no field of its own.
    if (/\/(if|else|not)(\/|$)/.test(path)) continue;
    for (const [name, field] of Object.entries(child(node, 'properties'))) {
      fields += 1;
      if (!isJson(field) || typeof field.description !== 'string') silent.push(`${path}.${name}`);
    }
  }
  for (const [name, { parameters }] of operations()) {
    for (const one of Array.isArray(parameters) ? parameters : [])
      if (!one.description) silent.push(`${name} ${one.name}`);
  }
  expect(silent).toEqual([]);
  expect(fields).toBeGreaterThan(150);
});

test('schemas are of the kind that generators know', () => {
  const odd: string[] = [];
  for (const [path, node] of nodes(doc, '')) {
    if (typeof node.pattern === 'string' && /^date/.test(String(node.format)))
      odd.push(`${path}: pattern beside format`);
    if (typeof node.const === 'boolean') odd.push(`${path}: constant boolean`);
    if (node.type === 'null' && !/anyOf\/1$/.test(path)) odd.push(`${path}: nothing but null`);
    if (Math.abs(Number(node.minimum ?? node.maximum ?? 0)) > 1e12) odd.push(`${path}: a bound of JavaScript`);
    for (const [name, field] of Object.entries(child(node, 'properties'))) {
      if (typeof field === 'boolean') odd.push(`${path}.${name}: a boolean for a schema`);
    }
  }
  expect(odd).toEqual([]);
});

test('every operation has a name and declared groups, every success with a body an example', () => {
  const tags = Array.isArray(doc.tags) ? doc.tags.map((tag: Json) => tag.name) : [];
  const names: unknown[] = [];
  const bare: string[] = [];
  for (const [name, operation] of operations()) {
    names.push(operation.operationId);
    expect(tags).toEqual(expect.arrayContaining(Array.isArray(operation.tags) ? operation.tags : ['none']));
    for (const [status, answer] of Object.entries(child(operation, 'responses'))) {
      if (!/^2\d\d$/.test(status) || !isJson(answer)) continue;
      for (const [type, media] of Object.entries(child(answer, 'content'))) {
        if (isJson(media) && media.example === undefined) bare.push(`${name} ${status} ${type}`);
      }
    }
  }
  expect(bare).toEqual([]);
  expect(names.every((name) => typeof name === 'string')).toBe(true);
  expect(new Set(names).size).toBe(names.length);
});

test('the limit of `withdrawn`, and asking again, are in the document', () => {
  const list = child(child(child(doc, 'components'), 'schemas'), 'EventList');
  const withdrawn = child(child(list, 'properties'), 'withdrawn');
  expect(withdrawn).toMatchObject({ maxItems: 500 });
  expect(withdrawn.description).toContain('call again with `changed_since` set to the last `withdrawn_at`');
});

const SHAPES: Record<string, z.ZodType> = {
  EventList: eventList,
  SingleEvent: singleEvent,
  CategoryList: categoryList,
  LocationList: locationList,
  TicketTypeList: ticketTypeList,
  Order: order,
  EarningsList: earningsList,
  SettlementsList: settlementsList,
  SettlementLines: settlementLines,
  OfferList: offerList,
  TokenAnswer: tokenAnswer,
  OAuthError: oauthError,
};

/** The examples of answers, by operation, status and media type, with the name of their schema. */
function* examples(): Generator<{ of: string; schema: string | undefined; example: unknown }> {
  const shared = Object.entries(child(child(doc, 'components'), 'responses'));
  for (const [name, responses] of [
    ...[...operations()].map(([name, operation]) => [name, child(operation, 'responses')] as const),
    ['shared', Object.fromEntries(shared)] as const,
  ]) {
    for (const [status, answer] of Object.entries(responses)) {
      for (const [type, media] of Object.entries(isJson(answer) ? child(answer, 'content') : {})) {
        if (!isJson(media) || media.example === undefined) continue;
        const schema = String(child(media, 'schema').$ref ?? '')
          .split('/')
          .at(-1);
        yield { of: `${name} ${status} ${type}`, schema, example: media.example };
      }
    }
  }
}

function exampleOf(operation: string): unknown {
  return [...examples()].find(({ of }) => of === operation)?.example;
}

test.each(Object.entries(SHAPES))('every example of %s fits its schema', (name, shape) => {
  const ofShape = [...examples()].filter(({ schema }) => schema === name);
  expect(ofShape).not.toEqual([]);
  for (const { of, example } of ofShape) expect({ of, example: shape.parse(example) }).toEqual({ of, example });
});

test('the examples add up', async () => {
  const [example] = child(child(child(doc, 'components'), 'schemas'), 'NewOrder').examples as unknown[];
  const sent = newOrder.parse(example);
  const made = order.parse(exampleOf('post /orders 200 application/json'));
  const [ticket] = ticketTypeList.parse(exampleOf('get /events/{id}/tickets 200 application/json')).ticket_types;
  expect(ticket?.id).toBe(sent.ticket_type_id);
  expect(made).toMatchObject({ quantity: sent.quantity, event_id: sent.event_id, sub_id: sent.sub_id });
  expect(made.total).toBe((sent.quantity ?? 1) * (ticket?.total_per_ticket ?? 0));
  expect(Date.parse(made.expires_at ?? '') - Date.parse(made.created_at)).toBe(30 * 60_000);

  const { settlement, lines } = settlementLines.parse(exampleOf('get /settlements/{id}/lines 200 application/json'));
  expect(lines.reduce((sum, line) => sum + line.commission, 0)).toBe(settlement.amount);
  expect(lines).toHaveLength(settlement.lines);
  const source = {
    settlement,
    company: { id: 'cmp_1', name: 'Example Partner' },
    async *lines() {
      yield lines;
    },
  };
  expect(String(await settlementCsv(source, 'programs'))).toBe(
    exampleOf('get /settlements/{file} 200 text/csv; charset=utf-8'),
  );
});
