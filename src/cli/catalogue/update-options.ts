import { type Command, InvalidArgumentError, Option } from 'commander';
import type { EventPatch } from '../../catalogue/update-event.js';
import { eventStatus } from '../../core/wire/event.js';

export interface UpdateOptions {
  name?: string;
  status?: EventPatch['status'];
  startsAt?: string;
  endsAt?: string;
  date?: string;
  endDate?: string;
  timezone?: string;
  venue?: string;
  address?: string;
  city?: string;
  state?: string;
  country?: string;
  lat?: number;
  lng?: number;
  image?: string;
  category?: string;
  performer?: string[];
  shortDescription?: string;
  url?: string;
  currency?: string;
  priceFrom?: number;
  priceTo?: number;
  rewardAmount?: number;
  rewardPercent?: number;
  rewardDescription?: string;
  rewardBudget?: number;
  reward?: boolean;
  canShare?: boolean;
}

export function withUpdateOptions(command: Command): Command {
  const texts = {
    name: 'name',
    'starts-at': 'start, with an offset or in the venue’s local time; the duration stays',
    'ends-at': 'end',
    date: 'the day as the venue calls it',
    'end-date': 'last day',
    timezone: 'IANA name',
    venue: 'venue',
    address: 'street and number',
    city: 'city; its coordinates and timezone are looked up',
    state: 'state or province, to tell cities of one name apart',
    country: 'ISO code or name',
    image: 'URL of a picture',
    category: 'category',
    'short-description': 'one or two sentences',
    url: 'the organizer’s own page',
    currency: 'ISO 4217 code of prices and reward',
    'reward-description': 'the reward in words',
  };
  command.addOption(new Option('--status <status>', 'new status').choices(eventStatus.options));
  for (const [name, text] of Object.entries(texts)) command.option(`--${name} <value>`, text);
  return command
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

/** The patch from the options; an empty value removes a field. */
export function parsePatch(options: UpdateOptions): EventPatch {
  const or = <T>(value: T | undefined) => (value === '' ? null : value);
  const patch: EventPatch = {
    name: options.name,
    status: options.status,
    starts_at: or(options.startsAt),
    ends_at: or(options.endsAt),
    date: or(options.date),
    end_date: or(options.endDate),
    timezone: or(options.timezone),
    venue: or(options.venue),
    address: or(options.address),
    city: or(options.city),
    state: or(options.state),
    country: or(options.country),
    lat: options.lat,
    lng: options.lng,
    image: or(options.image),
    category: or(options.category),
    performers: options.performer?.filter((name) => name !== ''),
    short_description: or(options.shortDescription),
    url: or(options.url),
    currency: or(options.currency),
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
