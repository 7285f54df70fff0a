import { child, isJson, type Json } from '../../api/http/json.js';
import type { Operation } from './document.js';
import { type Interface, type Shared, writeInterfaces } from './interfaces.js';
import { docComment, HEADER, memberOf, typeOf } from './types.js';

const capital = (text: string): string => text[0]?.toUpperCase() + text.slice(1);
/** `DemoEvents` of `demo.events`. */
const className = (resource: string): string => resource.split('.').map(capital).join('');
const queryName = (operation: Operation): string => `${className(operation.resource)}${capital(operation.method)}Query`;

/** A field that is not a list of the answer itself. */
const BESIDE_A_LIST = ['notices', 'withdrawn', 'missing', 'unavailable', 'totals'];

/** The field that holds the items of a list, and their type; null for an answer that is none. */
function itemsOf(document: Json, answer: Json): { field: string; type: string } | null {
  const schema = child(child(child(document, 'components'), 'schemas'), typeOf(answer));
  const lists = Object.entries(child(schema, 'properties')).filter(
    ([name, operation]) => isJson(operation) && operation.type === 'array' && !BESIDE_A_LIST.includes(name),
  );
  const object = child(child(schema, 'properties'), 'object').const;
  const [[field, list] = []] = lists;
  if ((object !== 'list' && object !== 'earnings') || lists.length !== 1 || !field || !isJson(list)) return null;
  return { field, type: typeOf(child(list, 'items')) };
}

/** Classes with a method for each operation, a class for each resource. */
export function resourcesFile(document: Json, operations: readonly Operation[]): string {
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  const common = commonCodes(operations);
  const queries = writeInterfaces(operations.filter(({ query }) => query.length > 0).map(queryInterface), SHARED);
  const classes = resources.map((resource) => {
    const own = operations.filter((operation) => operation.resource === resource);
    return `/** Operations of \`client.${resource}\`. */
export class ${className(resource)}Resource extends Resource {
${own.map((operation) => methodOf(document, operation, common)).join('\n')}}\n`;
  });
  const names = Object.keys(child(child(document, 'components'), 'schemas'));
  const text = `${queries.join('\n')}\n${classes.join('\n')}`;
  const used = names.filter((name) => new RegExp(`\\b${name}\\b(?!Error)`).test(text.replace(/\/\*\*.*?\*\//gs, '')));
  const calls = ['Call', 'CallOptions', 'List', 'OrderOptions'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(text),
  );
  return `${HEADER}
import { Resource } from '../caller.js';
import type { ${calls.join(', ')} } from '../calls.js';
import type {
${used
  .sort((a, b) => a.localeCompare(b, 'en'))
  .map((name) => `  ${name},\n`)
  .join('')}} from './schemas.js';

${text}`;
}

/** What more than half of the operations may answer is said once, in the README. */
function commonCodes(operations: readonly Operation[]): Set<string> {
  const counts = new Map<string, number>();
  for (const code of operations.flatMap(({ codes }) => codes)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > operations.length / 2).map(([code]) => code));
}

const needsQuery = ({ query }: Operation): boolean => query.some(({ required }) => required === true);

/** Parameters that several operations take. */
const SHARED: readonly Shared[] = [
  {
    name: 'ReportFilters',
    comment: '/** Parameters of every report. */\n',
    members: ['by', 'from', 'to', 'event_id', 'sub_id', 'country'],
  },
  {
    name: 'EventFilters',
    comment: '/** Filters of events. */\n',
    members: ['city', 'country', 'category', 'venue_id', 'performer_id'],
  },
  { name: 'EventDays', comment: '/** When and where events take place. */\n', members: ['from', 'to', 'near'] },
  {
    name: 'EventSearch',
    comment: '/** Words of events, and when their sale begins. */\n',
    members: ['artist', 'q', 'on_sale_from', 'on_sale_to', 'currency'],
  },
  { name: 'Paging', comment: '/** The page of a list. */\n', members: ['limit', 'cursor'] },
  { name: 'Localized', comment: '/** The language of the texts. */\n', members: ['locale'] },
];

function queryInterface(operation: Operation): Interface {
  const members = operation.query.map((parameter) => {
    const schema = { ...child(parameter, 'schema'), description: parameter.description };
    return memberOf(String(parameter.name), schema, { required: parameter.required === true, indent: '  ' });
  });
  const comment = `/** Parameters of \`client.${operation.resource}.${operation.method}\`. */\n`;
  return { name: queryName(operation), comment, members };
}

function methodOf(document: Json, operation: Operation, common: ReadonlySet<string>): string {
  const items = isJson(operation.answer) ? itemsOf(document, operation.answer) : null;
  const options = operation.needsIdempotencyKey ? 'OrderOptions' : 'CallOptions';
  const parameters = [
    ...operation.pathParameters.map(({ name, schema }) => `${name}: ${typeOf(schema)}`),
    ...(operation.body ? [`body: ${typeOf(operation.body.schema)}`] : []),
    ...(operation.query.length > 0 ? [`query: ${queryName(operation)}${needsQuery(operation) ? '' : ' = {}'}`] : []),
    `options: ${options} = {}`,
  ];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is written.
  const path = operation.path.replace(/\{(\w+)\}/g, '${encodeURIComponent($1)}');
  const call = [
    `method: '${operation.http}'`,
    path === operation.path ? `path: '${path}'` : `path: \`${path}\``,
    ...(operation.authenticated ? [] : ['anonymous: true']),
    ...(operation.body ? [operation.body.form ? 'form: body' : 'body'] : []),
    ...(operation.query.length > 0 ? ['query'] : []),
  ];
  const answer = isJson(operation.answer) ? typeOf(operation.answer) : 'void';
  const [type, run] = items
    ? [
        `List<${answer}, ${items.type}>`,
        `this.calls.list({ ${call.join(', ')} }, options, (page) => page.${items.field})`,
      ]
    : operation.answer === 'raw'
      ? ['Promise<Response>', `this.calls.raw({ ${call.join(', ')} }, options)`]
      : [`Call<${answer}>`, `this.calls.json({ ${call.join(', ')} }, options)`];
  const own = operation.codes.filter((code) => !common.has(code));
  const about = [
    `${operation.summary}. \`${operation.http} ${operation.path}\``,
    ...(operation.description ? ['', operation.description] : []),
    ...(own.length > 0 ? ['', `@throws {ProblemError} ${own.map((code) => `\`${code}\``).join(', ')}`] : []),
  ];
  return `${docComment(about.join('\n'), '  ')}  ${operation.method}(${parameters.join(', ')}): ${type} {
    return ${run};
  }
`;
}
