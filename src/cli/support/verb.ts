import type { Command } from 'commander';
import type { z } from 'zod';
import type { RowOf } from '../../core/wire/row.js';
import type { Context } from '../../platform/context/context.js';
import { describeShape } from './describe-shape.js';
import { toFailure } from './failure.js';
import type { Session } from './session.js';

/** A command that needs no database, or opens one itself. */
export interface PlainVerb<A extends unknown[], S extends z.ZodType> {
  /** What `--json` prints, as `--help` shows it: the shape is stable, and other fields are left out. */
  json: S;
  run: (session: Session, ...args: A) => Promise<RowOf<z.input<S>>>;
  /** Prints the result for people. */
  text: (result: z.output<S>, session: Session) => void;
}

/** A command on a context of its own, closed when it ends. */
export interface Verb<A extends unknown[], S extends z.ZodType> extends Omit<PlainVerb<A, S>, 'run'> {
  run: (work: Work, ...args: A) => Promise<RowOf<z.input<S>>>;
}

/** A command that prints what happens while it runs, with {@link Session.line}, and has no result at the end. */
export interface StreamingVerb<A extends unknown[], S extends z.ZodType> {
  /** The schema of each line with `--json`. */
  json: S;
  streams: true;
  run: (work: Work, ...args: A) => Promise<void>;
}

/** A command that only says that it is done. */
export interface Act<A extends unknown[]> {
  run: (work: Work, id: string, ...args: A) => Promise<unknown>;
  text: (id: string) => string;
}

export interface Work {
  ctx: Context;
  session: Session;
}

/** Loaded on use: the help of the program needs neither schemas nor a database. */
const contexts = (): typeof import('./with-context.js') => require('./with-context.js');
const wire = (): typeof import('../../core/wire/row.js') => require('../../core/wire/row.js');
const shapes = (): typeof import('./shapes.js') => require('./shapes.js');

const SHAPES = new WeakMap<Command, z.ZodType>();

/** The schema of a command's output with `--json`; undefined for commands without data. */
export function findShape(command: Command): z.ZodType | undefined {
  return SHAPES.get(command);
}

/** Gives commands their context and session. */
export class Cli {
  constructor(private readonly session: Session) {}

  verb<A extends unknown[], S extends z.ZodType>(command: Command, verb: Verb<A, S> | StreamingVerb<A, S>): void {
    const onContext =
      <T>(run: (work: Work, ...args: A) => Promise<T>) =>
      (session: Session, ...args: A) =>
        contexts().withContext(session, nameOf(command), (ctx) => run({ ctx, session }, ...args));
    if ('streams' in verb) this.handle<A>(command, verb.json, onContext(verb.run));
    else this.plain<A, S>(command, { ...verb, run: onContext(verb.run) });
  }

  plain<A extends unknown[], S extends z.ZodType>(command: Command, { json, run, text }: PlainVerb<A, S>): void {
    this.handle<A>(command, json, async (session, ...args) => {
      const result = json.parse(wire().toWire(json, await run(session, ...args))) as z.output<S>;
      if (session.json) session.document(result);
      else text(result, session);
    });
  }

  /** A command on the object that its first argument names. With `--json` it prints the id. */
  act<A extends unknown[]>(command: Command, { run, text }: Act<A>): void {
    this.verb(command, {
      json: shapes().DONE,
      run: async (work: Work, id: string, ...args: A) => {
        await run(work, id, ...args);
        return { id };
      },
      text: ({ id }, session) => session.say(text(id)),
    });
  }

  private handle<A extends unknown[]>(
    command: Command,
    json: z.ZodType,
    work: (session: Session, ...args: A) => Promise<void>,
  ): void {
    SHAPES.set(command, json);
    command.addHelpText('after', () => `\nWith --json it prints: ${describeShape(json)}`);
    command.action(async (...args: unknown[]) => {
      try {
        await work(this.session, ...(args as A));
      } catch (error) {
        this.session.fail(toFailure(error));
      }
    });
  }
}

/** The name of the area: for `pg_stat_activity` and the log. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? nameOf(parent) : command.name();
}
