import { type Command, InvalidArgumentError, Option } from 'commander';
import type { EventPatch } from '../../catalogue/update-event.js';
import { eventStatus } from '../../core/wire/event.js';
import { camelOf } from '../../core/wire/row.js';

export interface UpdateOptions {
  status?: EventPatch['status'];
  lat?: number;
  lng?: number;
  performer?: string[];
  priceFrom?: number;
  priceTo?: number;
  rewardAmount?: number;
  rewardPercent?: number;
  rewardDescription?: string;
  rewardBudget?: number;
  reward?: boolean;
  canShare?: boolean;
  /** The options of {@link TEXTS}. */
  [text: string]: unknown;
}

/** Fields of a patch that are texts: `starts_at` is the option `--starts-at`. */
const TEXTS = {
  name: 'name',
  starts_at: 'start, with an offset or in the venue’s local time; the duration stays',
  ends_at: 'end',
  date: 'the day as the venue calls it',
  end_date: 'last day',
  timezone: 'IANA name',
  venue: 'venue',
  address: 'street and number',
  city: 'city; its coordinates and timezone are looked up',
  state: 'state or province, to tell cities of one name apart',
  country: 'ISO code or name',
  image: 'URL of a picture',
  category: 'category',
  short_description: 'one or two sentences',
  url: 'the organizer’s own page',
  currency: 'ISO 4217 code of prices and reward',
} satisfies Partial<Record<keyof EventPatch, string>>;

export function withUpdateOptions(command: Command): Command {
  command.addOption(new Option('--status <status>', 'new status').choices(eventStatus.options));
  for (const [name, text] of Object.entries(TEXTS)) command.option(`--${name.replaceAll('_', '-')} <value>`, text);
  return command
    .option('--reward-description <value>', 'the reward in words')
    .option('--lat <degrees>', 'latitude', decimal)
    .option('--lng <degrees>', 'longitude', decimal)
    .option('--performer <name...>', 'performers; replaces the current ones')
    .option('--price-from <amount>', 'lowest price', decimal)
    .option('--price-to <amount>', 'highest price', decimal)
    .option('--reward-amount <amount>', 'fixed reward for each ticket', decimal)
    .option('--reward-percent <percent>', 'share of each ticket', decimal)
    .option('--reward-budget <amount>', 'maximum paid in total', decimal)
    .option('--no-reward', 'removes the reward')
    .option('--can-share', 'may be shared')
    .option('--no-can-share', 'may not be shared');
}

/** The patch from the options; an empty value removes a field. An event without a name is refused later. */
export function parsePatch(options: UpdateOptions): EventPatch {
  const texts = Object.keys(TEXTS).map((name) => {
    const value = options[camelOf(name)];
    return [name, value === '' && name !== 'name' ? null : value];
  });
  const patch: EventPatch = {
    ...Object.fromEntries(texts),
    status: options.status,
    lat: options.lat,
    lng: options.lng,
    performers: options.performer?.filter((name) => name !== ''),
    can_share: options.canShare,
    price: parsePrice(options),
    reward: parseReward(options),
  };
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

function parsePrice({ priceFrom, priceTo }: UpdateOptions): EventPatch['price'] {
  if (priceFrom === undefined && priceTo === undefined) return undefined;
  if (priceFrom === undefined) throw new InvalidArgumentError('--price-to needs --price-from.');
  return { from: priceFrom, to: priceTo };
}

function parseReward(options: UpdateOptions): EventPatch['reward'] {
  if (options.reward === false) return null;
  const {
    rewardAmount: amount,
    rewardPercent: percent,
    rewardBudget: budget,
    rewardDescription: description,
  } = options;
  if ([amount, percent, budget, description].every((value) => value === undefined)) return undefined;
  return { amount, percent, budget, description: description || undefined };
}

function decimal(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}
