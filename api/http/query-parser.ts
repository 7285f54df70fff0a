import { isStorable } from '../../src/core/text.js';

/** Parsed strictly on first use; reused responses never parse it. Faults are reported once the parameters are known. */
export class ParsedQuery {
  /** The framework's type of a query parser's result. */
  [name: string]: unknown;
  private parts: QueryParts | null = null;

  constructor(readonly text: string) {}

  private get read(): QueryParts {
    this.parts ??= this.text === '' ? NOTHING : takeApart(this.text);
    return this.parts;
  }

  get values(): ReadonlyMap<string, string> {
    return this.read.values;
  }

  /** Faults of well-formed parameters, by name: they count only where the route knows the name. */
  get faults(): ReadonlyMap<string, string> {
    return this.read.faults;
  }

  /** Set when the query cannot be read at all. */
  get malformed(): Malformed | null {
    return this.read.malformed;
  }
}

interface QueryParts {
  values: Map<string, string>;
  faults: Map<string, string>;
  malformed: Malformed | null;
}

/** An unreadable part. Its `name`, if that was readable, is the caller's own text. */
interface Malformed {
  name: string;
  message: string;
}

/** What most calls ask. */
const NOTHING: QueryParts = { values: new Map(), faults: new Map(), malformed: null };

/** Decodes one component, as forms write it: a `+` is a space. Bytes above 127 never get past Node unescaped. */
function decode(component: string): string {
  const text = component.includes('+') ? component.replaceAll('+', ' ') : component;
  return text.includes('%') ? decodeURIComponent(text) : text;
}

function takeApart(text: string): QueryParts {
  const query: QueryParts = { values: new Map(), faults: new Map(), malformed: null };
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    let name = 'query';
    try {
      name = decode(equals === -1 ? part : part.slice(0, equals));
      const value = equals === -1 ? '' : decode(part.slice(equals + 1));
      if (query.values.has(name)) query.faults.set(name, 'must be sent only once');
      else if (value === '') query.faults.set(name, 'must not be empty');
      else if (!isStorable(value)) query.faults.set(name, 'must not contain NUL or invalid characters');
      query.values.set(name, value);
    } catch {
      query.malformed ??= { name, message: 'is not valid percent-encoding' };
    }
  }
  return query;
}
