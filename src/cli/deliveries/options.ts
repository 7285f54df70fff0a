import { InvalidArgumentError, Option } from 'commander';
import { ENDPOINT_KINDS } from '../../deliveries/rules/endpoint.js';

export const kindOption = () => new Option('--kind <kind>', 'webhook or postback').choices(ENDPOINT_KINDS);

/** `--state`, which is repeatable. */
export function stateOption<State extends string>(text: string, states: readonly State[]): Option {
  // The help shows the choices; commander's own check would keep only the last of several values.
  return new Option('--state <state>', text)
    .choices(states)
    .argParser((value: string, before: State[] = []): State[] => {
      const found = states.find((state) => state === value);
      if (!found) throw new InvalidArgumentError(`must be one of ${states.join(', ')}.`);
      return [...before, found];
    });
}
