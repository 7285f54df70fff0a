import { join } from 'node:path';
import type { Node, TypeNode } from 'typescript/unstable/ast';
import type { Checker, Signature, Type } from 'typescript/unstable/sync';

/** A type as the checker sees it, as far as values can be made of it. */
export type Shape =
  | {
      kind:
        | 'string'
        | 'number'
        | 'boolean'
        | 'date'
        | 'bytes'
        | 'null'
        | 'undefined'
        | 'database'
        | 'fragment'
        | 'unknown';
    }
  | { kind: 'literal'; value: string | number | boolean }
  | { kind: 'union'; members: Shape[] }
  | { kind: 'array' | 'map' | 'set'; elements: Shape[] }
  | { kind: 'object'; members: Record<string, Shape> };

/** A tagged template or a call of `unsafe` in the sources. */
export interface Site {
  /** `src/orders/sql/orders.ts:42` */
  at: string;
  file: string;
  /** The text of the template with `…` for each expression; of `unsafe`: that word. */
  text: string;
  /** Absent: the statement declares no row type. */
  row?: Shape;
}

/** An exported function that has a database as a parameter. */
export interface Declared {
  file: string;
  name: string;
  parameters: Shape[];
  /** It makes a part of a statement and runs nothing. */
  isFragment: boolean;
}

const ROOT = join(__dirname, '../../..');
const FLAGS = {
  undefined: 4 | 16,
  null: 8,
  string: 32,
  number: 64,
  boolean: 256,
  literal: 1024 | 2048 | 8192,
  template: 4194304,
};
const MAX_DEPTH = 6;

let is: typeof import('typescript/unstable/ast/is');

/** Every statement in these files, and every function that runs one, by the compiler. */
export async function readDeclared(files: readonly string[]): Promise<{ sites: Site[]; functions: Declared[] }> {
  const { API } = await import('typescript/unstable/sync');
  is = await import('typescript/unstable/ast/is');
  const api = new API({ cwd: ROOT });
  const config = join(ROOT, 'tsconfig.json');
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (!project) throw new Error('tsconfig.json is no project');
  const { checker, program } = project;
  const sites: Site[] = [];
  const functions: Declared[] = [];
  for (const file of files) {
    const source = program.getSourceFile(join(ROOT, file));
    if (!source) throw new Error(`${file} is not in tsconfig.json`);
    const add = (node: Node, text: string, type?: TypeNode) => {
      const line = source.text.slice(0, node.getStart(source)).split('\n').length;
      const rows = type ? checker.getTypeFromTypeNode(type) : returnedRows(checker, node);
      const [row] = rows ? elementsOf(checker, rows) : [];
      sites.push({ at: `${file}:${line}`, file, text, ...(row && { row: shapeOf(checker, row) }) });
    };
    const visit = (node: Node): void => {
      // A fragment is a part of statements: it is prepared with them.
      if (is.isTaggedTemplateExpression(node) && node.tag.getText(source) !== 'fragment') {
        const { template } = node;
        const text = is.isNoSubstitutionTemplateLiteral(template)
          ? source.text.slice(template.getStart(source) + 1, template.getEnd() - 1)
          : [template.head.rawText, ...template.templateSpans.map((span) => span.literal.rawText)].join(' … ');
        add(node, text, node.typeArguments?.[0]);
      }
      if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression) && node.typeArguments) {
        if (node.expression.name.text === 'unsafe') add(node, 'unsafe', node.typeArguments[0]);
      }
      node.forEachChild(visit);
    };
    visit(source);
    const module = checker.getSymbolAtLocation(source);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const type = checker.getTypeOfSymbol(symbol);
      const [signature] = type ? checker.getSignaturesOfType(type, 0) : [];
      const answer = signature && checker.getReturnTypeOfSignature(signature)?.getSymbol()?.name;
      if (!signature || (answer !== 'Promise' && answer !== 'PendingQuery')) continue;
      const parameters = signature.getParameters().map((parameter) => {
        const declared = checker.getTypeOfSymbol(parameter);
        return declared ? shapeOf(checker, declared) : ({ kind: 'unknown' } as const);
      });
      if (parameters.some((shape) => shape.kind === 'database')) {
        functions.push({ file, name: symbol.name, parameters, isFragment: answer === 'PendingQuery' });
      }
    }
  }
  api.close();
  return { sites, functions };
}

/** The rows that a function promises, if it returns a statement without a row type. */
function returnedRows(checker: Checker, node: Node): Type | undefined {
  if (!is.isReturnStatement(node.parent)) return undefined;
  let outer: Node = node.parent;
  while (!is.isFunctionDeclaration(outer) && !is.isSourceFile(outer)) outer = outer.parent;
  const answer = is.isFunctionDeclaration(outer)
    ? checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(outer) as Signature)
    : undefined;
  return answer?.getSymbol()?.name === 'Promise' ? elementsOf(checker, answer)[0] : undefined;
}

function elementsOf(checker: Checker, type: Type): readonly Type[] {
  return type.isTypeReference() ? checker.getTypeArguments(type) : [];
}

const DATABASE = /^(Sql|Queryable|Transaction|Sql<.*>|TransactionSql<.*>)$/;

function shapeOf(checker: Checker, type: Type, depth = 0): Shape {
  const { flags } = type;
  if (flags & FLAGS.undefined) return { kind: 'undefined' };
  if (flags & FLAGS.null) return { kind: 'null' };
  if (type.isLiteralType()) {
    const { value } = type;
    return typeof value === 'bigint' ? { kind: 'unknown' } : { kind: 'literal', value };
  }
  if (flags & (FLAGS.string | FLAGS.template)) return { kind: 'string' };
  if (flags & FLAGS.number) return { kind: 'number' };
  if (flags & FLAGS.boolean) return { kind: 'boolean' };
  const name = type.getAliasSymbol()?.name ?? type.getSymbol()?.name ?? '';
  if (DATABASE.test(name) || DATABASE.test(checker.typeToString(type))) return { kind: 'database' };
  if (name === 'Fragment' || name === 'PendingQuery') return { kind: 'fragment' };
  if (depth > MAX_DEPTH) return { kind: 'unknown' };
  const deeper = (inner: Type) => shapeOf(checker, inner, depth + 1);
  if (type.isUnionType()) return { kind: 'union', members: type.getTypes().map(deeper) };
  if (name === 'Date') return { kind: 'date' };
  if (name === 'Buffer' || name === 'Uint8Array') return { kind: 'bytes' };
  if (checker.isArrayLikeType(type)) return { kind: 'array', elements: elementsOf(checker, type).map(deeper) };
  if (name === 'Map' || name === 'ReadonlyMap') return { kind: 'map', elements: elementsOf(checker, type).map(deeper) };
  if (name === 'Set' || name === 'ReadonlySet') return { kind: 'set', elements: elementsOf(checker, type).map(deeper) };
  // A branded string is one as a value.
  if (type.isIntersectionType()) {
    const primitive = type
      .getTypes()
      .map(deeper)
      .find(({ kind }) => kind === 'string' || kind === 'number' || kind === 'literal');
    if (primitive) return primitive;
  }
  if (type.isTypeParameter()) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint ? deeper(constraint) : { kind: 'unknown' };
  }
  const members: Record<string, Shape> = {};
  for (const property of checker.getPropertiesOfType(type)) {
    const declared = checker.getTypeOfSymbol(property);
    if (declared) members[property.name] = deeper(declared);
  }
  return Object.keys(members).length > 0 ? { kind: 'object', members } : { kind: 'unknown' };
}
