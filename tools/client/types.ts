import { child, isJson, type Json } from '../../api/http/json.js';
import { type Member, type Shared, writeInterfaces } from './interfaces.js';

/** The note on top of each file that is written from the OpenAPI document. */
export const HEADER = '// Written by `npm run client-types` from the OpenAPI document. Do not edit.\n';

/** A comment for editors, of one line or several; empty for nothing. */
export function docComment(text: string, indent = ''): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  if (lines[0] === '') return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/**
 * The TypeScript type of a schema of our document.
 *
 * @param indent of the line that it stands on.
 * @throws {Error} for a keyword that says something of the shape and that the document did not have before.
 */
export function typeOf(schema: Json, indent = ''): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? '';
  if ('const' in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(variants))
    return variants.map((variant) => typeOf(isJson(variant) ? variant : {}, indent)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array': {
      const item = typeOf(child(schema, 'items'), indent);
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
    }
    case 'object':
      return objectOf(schema, indent);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`the generator knows no type ${String(schema.type)}`);
  }
}

function objectOf(schema: Json, indent: string): string {
  const properties = Object.entries(child(schema, 'properties'));
  if (properties.length === 0) return 'Record<string, unknown>';
  const members = membersOf(schema, `${indent}  `);
  return `{\n${members.map(({ text }) => text).join('')}${indent}}`;
}

function membersOf(schema: Json, indent: string): Member[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(child(schema, 'properties')).map(([name, property]) =>
    memberOf(name, isJson(property) ? property : {}, { required: required.has(name), indent }),
  );
}

/** A line of an interface, with its comment. */
export function memberOf(
  name: string,
  schema: Json,
  { required, indent }: { required: boolean; indent: string },
): Member {
  // `Always `list`.` repeats the type.
  const comment = 'const' in schema ? '' : docComment(String(schema.description ?? ''), indent);
  const key = /^\w+$/.test(name) ? name : `'${name}'`;
  return { name, text: `${comment}${indent}${key}${required ? '' : '?'}: ${typeOf(schema, indent)};\n` };
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value);

/** Fields that the bodies of several answers and deliveries have. */
const SHARED: readonly Shared[] = [
  {
    name: 'ListAnswer',
    comment: '/** Fields of every list except its items. */\n',
    members: ['object', 'mode', 'notices'],
  },
  {
    name: 'Delivered',
    comment: '/** Fields of every webhook body. */\n',
    members: ['id', 'created_at', 'mode'],
  },
  {
    name: 'EarningsReportTotal',
    comment: '',
    members: [
      ...['currency', 'sales', 'sold', 'reversed_sales', 'earned'],
      ...['pending', 'approved', 'ready', 'paid', 'reversed'],
    ],
  },
];

/** Every schema of the document as a type of the same name, by name: the document lists them in the order of the routes. */
export function schemasFile(document: Json): string {
  const schemas = Object.entries(child(child(document, 'components'), 'schemas'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .filter((entry): entry is [string, Json] => isJson(entry[1]))
    .map(([name, schema]) => ({ name, schema, comment: docComment(String(schema.description ?? '')) }));
  const objects = schemas.filter(({ schema }) => isJson(schema.properties));
  const interfaces = objects.map((type) => ({ ...type, members: membersOf(type.schema, '  ') }));
  const others = schemas
    .filter(({ schema }) => !isJson(schema.properties))
    .map(({ name, schema, comment }) => `${comment}export type ${name} = ${typeOf(schema)};\n`);
  return `${HEADER}\n${[...writeInterfaces(interfaces, SHARED), ...others].join('\n')}`;
}
