import type { z } from 'zod';

/** A shape as TypeScript would write it; `instant` is a text such as `2026-11-02T09:00:00.000Z`. */
export function describeShape(schema: z.ZodType): string {
  const def = schema.def as { type: string } & Record<string, never>;
  const part = (name: string) => describeShape(def[name] as unknown as z.ZodType);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape as unknown as Record<string, z.ZodType>);
      return `{ ${fields.map(([name, field]) => describeField(name, field)).join(', ')} }`;
    }
    case 'array': {
      const element = part('element');
      return element.includes(' | ') && !element.startsWith('{') ? `(${element})[]` : `${element}[]`;
    }
    case 'nullable':
      return `${part('innerType')} | null`;
    case 'optional':
      return part('innerType');
    case 'record':
      return `{ [name]: ${part('valueType')} }`;
    case 'union':
      return (def.options as unknown as z.ZodType[]).map(describeShape).join(' | ');
    case 'intersection':
      return `${part('left')} & ${part('right')}`;
    case 'literal':
      return (def.values as unknown as string[]).map((value) => `'${value}'`).join(' | ');
    case 'date':
      return 'instant';
    case 'enum':
      return 'string';
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return def.type;
    default:
      throw new Error(`A shape of the kind ${def.type} has no description yet`);
  }
}

function describeField(name: string, field: z.ZodType): string {
  return `${name}${field.def.type === 'optional' ? '?' : ''}: ${describeShape(field)}`;
}
