/** The properties of a database error that are safe to log; `detail` and others quote rows, including buyers. */
const DATABASE_FACTS = ['code', 'severity', 'constraint_name', 'table_name', 'column_name', 'routine'];
const MAX_CAUSES = 4;

/** The loggable part of an error. Data exceptions of Postgres (class 22) quote the faulty value: only the class is logged. */
export function errorFacts(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const quotes = 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code);
  const facts: Record<string, unknown> = {
    type: error.name,
    message: quotes ? 'a value the database cannot take' : error.message,
    stack: framesOf(error),
  };
  for (const name of DATABASE_FACTS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string' && value !== '') facts[name] = value;
  }
  if (depth < MAX_CAUSES) {
    if (error.cause !== undefined) facts.cause = errorFacts(error.cause, depth + 1);
    if (error instanceof AggregateError) facts.errors = error.errors.map((error) => errorFacts(error, depth + 1));
  }
  return facts;
}

/** Where it happened, without the message that the stack begins with. */
function framesOf({ stack }: Error): string {
  return (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
