import { GO_PROGRAMS, type GoProgram, installGoProgram } from './programs.js';

const isKnown = (name = ''): name is GoProgram => Object.hasOwn(GO_PROGRAMS, name);

/** Prints the path of a program. */
function main(name: string | undefined): void {
  if (!isKnown(name)) throw new Error(`name one of ${Object.keys(GO_PROGRAMS).join(', ')}`);
  console.log(installGoProgram(name));
}

try {
  main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
