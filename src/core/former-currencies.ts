/** Currencies that no longer exist: the first day on which they were no legal tender, and the currency that replaced them. */
const FORMER: Record<string, readonly [ended: string, successor: string]> = {
  ...replaced('2002-03-01', 'EUR', 'ATS BEF DEM ESP FIM FRF GRD IEP ITL LUF NLG PTE'),
  ANG: ['2025-07-01', 'XCG'],
  AZM: ['2006-01-01', 'AZN'],
  BGN: ['2026-02-01', 'EUR'],
  BYR: ['2017-01-01', 'BYN'],
  CSD: ['2006-10-25', 'RSD'],
  CUC: ['2021-07-01', 'CUP'],
  CYP: ['2008-02-01', 'EUR'],
  EEK: ['2011-01-15', 'EUR'],
  GHC: ['2008-01-01', 'GHS'],
  HRK: ['2023-01-15', 'EUR'],
  LTL: ['2015-01-16', 'EUR'],
  LVL: ['2014-01-15', 'EUR'],
  MRO: ['2018-01-01', 'MRU'],
  MTL: ['2008-02-01', 'EUR'],
  MZM: ['2007-01-01', 'MZN'],
  ROL: ['2007-01-01', 'RON'],
  SDD: ['2007-07-01', 'SDG'],
  SIT: ['2007-01-15', 'EUR'],
  SKK: ['2009-01-17', 'EUR'],
  SLL: ['2024-04-01', 'SLE'],
  SRG: ['2004-01-01', 'SRD'],
  STD: ['2018-07-01', 'STN'],
  TMM: ['2009-01-01', 'TMT'],
  TRL: ['2006-01-01', 'TRY'],
  VEB: ['2008-07-01', 'VES'],
  VEF: ['2018-08-20', 'VES'],
  ZMK: ['2013-07-01', 'ZMW'],
  ZWD: ['2009-04-12', 'ZWG'],
  ZWL: ['2024-09-01', 'ZWG'],
};

function replaced(ended: string, successor: string, codes: string): typeof FORMER {
  return Object.fromEntries(codes.split(' ').map((code) => [code, [ended, successor]]));
}

/** Why a currency cannot be used any more, as the end of a sentence about it; undefined: the list does not have it. */
export function formerCurrency(code: string): string | undefined {
  const found = Object.hasOwn(FORMER, code) ? FORMER[code] : undefined;
  return found && `${code} no longer exists (since ${found[0]}): use ${found[1]}`;
}

/** Codes of ISO 4217 that are no money: metals, units of account, tests. */
const NO_MONEY = new Set('XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' '));

/** Present currencies that not every supported version of Node lists. */
const RECENT = ['SLE', 'VED', 'XCG', 'ZWG'];

const listed = new Set([...Intl.supportedValuesOf('currency'), ...RECENT].filter((code) => !NO_MONEY.has(code)));

/** Whether it is the code of a currency, a former one included. */
export function isCurrency(code: string): boolean {
  return listed.has(code);
}
