import { type ErrorResponse, type ProblemBody, ProblemError } from './errors.js';

type ProblemClass<Name extends string> = new (
  body: ProblemBody,
  response: ErrorResponse,
) => ProblemError & { readonly name: Name };

/** The base of the class of problems with one code: the literal name lets the compiler tell the classes apart. */
export function problemNamed<Name extends string>(name: Name): ProblemClass<Name> {
  return class extends ProblemError {
    override readonly name = name;
  };
}
