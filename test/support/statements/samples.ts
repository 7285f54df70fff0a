import type { Sql } from '../../../src/platform/database/database.js';
import type { Shape } from './declared.js';

const NOW = new Date('2026-06-01T12:00:00Z');

/** Values of a shape. The first is complete, the last has nothing that is optional. A list has one element. */
function samples(shape: Shape, database: Sql): unknown[] {
  const of = (inner: Shape) => samples(inner, database);
  switch (shape.kind) {
    case 'database':
      return [database];
    case 'fragment':
      return [database`SELECT '2026-06-01' AS id`];
    case 'literal':
      return [shape.value];
    case 'string':
      return ['2026-06-01'];
    case 'number':
      // Not the number of rows that the recorder answers, which is how many a page or a batch is full with.
      return [2];
    case 'boolean':
      return [true, false];
    case 'date':
      return [NOW];
    case 'bytes':
      return [Buffer.from('x')];
    case 'null':
      return [null];
    case 'undefined':
      return [undefined];
    case 'union':
      return [...shape.members].sort((a, b) => Number(isEmpty(a)) - Number(isEmpty(b))).flatMap(of);
    case 'array':
      return everyOne(shape.elements.map(of));
    case 'map':
      return [new Map([everyOne(shape.elements.map(of))[0] as [unknown, unknown]])];
    case 'set':
      return [new Set(shape.elements.flatMap((element) => of(element).slice(0, 1)))];
    case 'object': {
      const names = Object.keys(shape.members);
      const values = everyOne(Object.values(shape.members).map(of));
      return values.map((list) => Object.fromEntries(names.map((name, index) => [name, list[index]])));
    }
    default:
      return [{}];
  }
}

/** The lists that take one value of each choice: all first ones, those with one other value, and all last ones. */
function everyOne(choices: readonly unknown[][]): unknown[][] {
  const first = choices.map((values) => values[0]);
  return [first, ...others(choices, first), choices.map((values) => values.at(-1))];
}

/** Arguments for a function: with everything, without everything optional, and with one other value than each of the two. */
export function argumentLists(parameters: readonly Shape[], database: Sql): unknown[][] {
  const choices = parameters.map((shape) => samples(shape, database));
  const last = choices.map((values) => values.at(-1));
  return [...everyOne(choices), ...others(choices, last)];
}

function others(choices: readonly unknown[][], usual: readonly unknown[]): unknown[][] {
  return choices.flatMap((values, index) =>
    values.filter((value) => value !== usual[index]).map((value) => usual.with(index, value)),
  );
}

const isEmpty = (shape: Shape) => shape.kind === 'null' || shape.kind === 'undefined';
