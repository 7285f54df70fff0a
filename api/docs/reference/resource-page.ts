import { PROBLEMS } from '../../../src/core/problems.js';
import { child, isJson, type Json, objectsOf } from '../../http/json.js';
import { cell, fieldTable, meaning, type ObjectLink, typeText } from './fields.js';
import { type ReferenceOperation, type Resource, referredName } from './resources.js';

/** Refusals that any call can meet, explained once in the conventions: all of these statuses, and these codes. */
const ANYWHERE = new Set(['408', '413', '414', '415', '431', '500', 'busy']);

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code.replace(/\n$/, '')}\n\`\`\``;
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** Where each object of the reference stands. */
export function objectLinks(resources: readonly Resource[]): ObjectLink {
  const homes = new Map(resources.flatMap(({ slug, objects }) => objects.map(({ name }) => [name, slug] as const)));
  return (name) => {
    const home = homes.get(name);
    return home ? `[${name}](/docs/${home}#${name})` : name;
  };
}

/** Who may call an operation, as its `security` says. */
function accessText({ json, isWebhook }: ReferenceOperation): string {
  if (isWebhook) return 'We send this to your webhooks.';
  const schemes = objectsOf(json.security);
  const scope = schemes.flatMap(({ oauth2 }) => (Array.isArray(oauth2) ? oauth2 : []))[0];
  const open = schemes.length === 0 || schemes.some((scheme) => Object.keys(scheme).length === 0);
  const ways = [
    schemes.some(({ key }) => key) && 'a key',
    scope && `an [access token](/docs/oauth) with the scope \`${scope}\``,
  ].filter(Boolean);
  if (ways.length === 0) return 'Needs no key.';
  return open ? `Works without a key in the header, or with ${ways.join(' or ')}.` : `Needs ${ways.join(' or ')}.`;
}

function parameterTables({ id, json }: ReferenceOperation, link: ObjectLink): string[] {
  const parameters = objectsOf(json.parameters);
  const table = (title: string, head: string, rows: Json[]): string[] =>
    rows.length === 0
      ? []
      : [
          `### ${title} {#${id}--${title.toLowerCase()}}`,
          [
            `| ${head} | Type | Meaning |`,
            '|---|---|---|',
            ...rows.map((row) => {
              const schema = child(row, 'schema');
              const required = row.required === true ? ', required' : '';
              const type = cell(typeText(schema, link));
              return `| \`${row.name}\` | ${type}${required} | ${meaning(schema, row.description ?? schema.description)} |`;
            }),
          ].join('\n'),
        ];
  return [
    ...table(
      'Parameters',
      'Parameter',
      parameters.filter((parameter) => parameter.in !== 'header'),
    ),
    ...table(
      'Headers',
      'Header',
      parameters.filter((parameter) => parameter.in === 'header'),
    ),
  ];
}

/** The bodies of a request or an answer, by media type; an object that has a name is linked, any other shown. */
function bodyText(content: Json, link: ObjectLink): string[] {
  const media = Object.entries(content).filter((entry): entry is [string, Json] => isJson(entry[1]));
  const schemas = new Map(media.map(([type, { schema }]) => [JSON.stringify(schema), { type, schema }]));
  const texts = [...schemas.values()].flatMap(({ type, schema }) => {
    if (!isJson(schema)) return [];
    // An object without fields: nothing to send.
    if (isJson(schema.properties) && Object.keys(schema.properties).length === 0) return [];
    const name = referredName(schema.$ref);
    if (name !== null) return [`${link(name)} (\`${type}\`)`];
    return child(schema, 'properties') && isJson(schema.properties)
      ? [fieldTable(schema, link)]
      : [`${meaning(schema) || 'A file'} (\`${media.map(([type]) => type).join('`, `')}\`)`];
  });
  return [...new Set(texts)];
}

function exampleBlocks(content: Json): string[] {
  return Object.entries(content).flatMap(([type, media]) => {
    if (!isJson(media)) return [];
    const examples = Object.values(child(media, 'examples')).map((example) =>
      isJson(example) ? example.value : undefined,
    );
    return [media.example, ...examples]
      .filter((value) => value !== undefined)
      .map((value) =>
        typeof value === 'string' ? fence(type.includes('xml') ? 'html' : '', value) : fence('json', pretty(value)),
      );
  });
}

/** The problem codes of an operation, each with a link to the page that explains it. */
function errorTable({ id, json }: ReferenceOperation): string[] {
  const rows = Object.entries(child(json, 'responses')).flatMap(([status, answer]) => {
    if (Number(status) < 400 || ANYWHERE.has(status) || !isJson(answer)) return [];
    const examples = child(child(child(answer, 'content'), 'application/problem+json'), 'examples');
    const own = Object.keys(examples).filter((code) => !ANYWHERE.has(code));
    return own.map((code) => {
      const [, title = ''] = Object.entries(PROBLEMS).find(([known]) => known === code)?.[1] ?? [];
      return `| ${status} | [\`${code}\`](/problems/${code}) | ${cell(title)} |`;
    });
  });
  if (rows.length === 0) return [];
  return [
    `### Errors {#${id}--errors}`,
    ['| Status | Code | Meaning |', '|---|---|---|', ...rows].join('\n'),
    'Any call can also meet [these problems](/problems), such as `busy`.',
  ];
}

function operationText(operation: ReferenceOperation, link: ObjectLink): string {
  const { id, summary, method, path, json, isWebhook } = operation;
  const request = child(child(json, 'requestBody'), 'content');
  const [status = '', answer] = Object.entries(child(json, 'responses')).find(([code]) => /^2/.test(code)) ?? [];
  const content = isJson(answer) ? child(answer, 'content') : {};
  const samples = objectsOf(json['x-codeSamples']).map(({ lang, source }) => fence(String(lang), String(source)));
  const body = bodyText(request, link);
  const response = bodyText(content, link);
  return [
    `## ${summary} {#${id}}`,
    `**\`${isWebhook ? path : `${method} ${path}`}\`**`,
    String(json.description ?? ''),
    accessText(operation),
    ...parameterTables(operation, link),
    ...(body.length > 0 ? [`### Body {#${id}--body}`, ...body, ...exampleBlocks(request)] : []),
    ...(samples.length > 0
      ? [`### Code {#${id}--code}`, ...samples, 'The TypeScript uses [our client](/docs/client).']
      : []),
    ...(isWebhook ? [] : [fence('insert', id)]),
    ...(isWebhook
      ? []
      : [`### Response {#${id}--response}`, ...responseText(status, response), ...exampleBlocks(content)]),
    ...errorTable(operation),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const responseText = (status: string, parts: string[]): string[] =>
  parts.length === 0 ? [`${status}, without a body.`] : [`${status}: ${parts[0]}`, ...parts.slice(1)];

/** A page of the reference, as Markdown. */
export function resourceMarkdown({ name, description, operations, objects }: Resource, link: ObjectLink): string {
  const overview = operations.map(
    ({ id, summary, method, path, isWebhook }) =>
      `| [${summary}](#${id}) | \`${isWebhook ? path : `${method} ${path}`}\` |`,
  );
  const objectTexts = objects.flatMap(({ name: object, schema }) => [
    `## ${object} {#${object}}`,
    ...(typeof schema.description === 'string' ? [schema.description] : []),
    fieldTable(schema, link),
  ]);
  return [
    `# ${name}`,
    description,
    ['| Operation | Address |', '|---|---|', ...overview].join('\n'),
    ...operations.map((operation) => operationText(operation, link)),
    ...objectTexts,
  ].join('\n\n');
}
