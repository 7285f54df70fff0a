import type { Words } from './words.js';

export interface Genre {
  category: string;
  /** `{n}` a noun, `{a}` an adjective, `{c}` the city, `{p}` the first performer. */
  names: Words;
  venues: Words;
  descriptions: Words;
  performers: 'bands' | 'people' | 'none';
  /** Usual price of a ticket in euros, from and to. */
  price: readonly [number, number];
  /** Local hour of the start. */
  hour: readonly [number, number];
  hours: number;
  /** How many of a hundred events are of this kind. */
  weight: number;
}

const STAGE = ['Hall', 'Theatre', 'Arena', 'Club', 'Ballroom', 'Pavilion', 'Music Box', 'Playhouse'] as const;

const ROOMS = ['Convention Centre', 'Forum', 'Congress Hall', 'Campus', 'Exhibition Grounds', 'Loft'] as const;

export const GENRES: readonly [Genre, ...Genre[]] = [
  {
    category: 'music',
    names: ['{p} Live', '{p}: {a} {n} Tour', '{p} and Friends', '{a} {n} Sessions with {p}', '{p} at the {n}'],
    venues: STAGE,
    descriptions: [
      '{p} bring new songs and the ones everybody knows to {c}, with a full band, guests from the city and an opening set.',
      'An evening with {p} in {c}: doors open an hour before, the support plays first and the encore is never the same twice.',
    ],
    performers: 'bands',
    price: [22, 95],
    hour: [19, 21],
    hours: 3,
    weight: 30,
  },
  {
    category: 'nightlife',
    names: ['{a} {n} Night', '{n} Club: {p}', 'Until Sunrise with {p}', '{c} After Dark: {a} {n}'],
    venues: STAGE,
    descriptions: [
      'Three floors, one night: {p} on the decks in {c}, residents upstairs and a garden that stays open until the morning.',
    ],
    performers: 'bands',
    price: [10, 35],
    hour: [22, 23],
    hours: 7,
    weight: 9,
  },
  {
    category: 'theatre',
    names: ['The {a} {n}', '{n} and the {n}', 'A {a} {n} in Three Acts', 'Letters to the {n}'],
    venues: ['Theatre', 'Playhouse', 'Stage', 'Opera House', 'Little House'],
    descriptions: [
      'A new staging of a story about leaving, staying and coming back, with {p} in the leading part; in {c} for a short run only.',
    ],
    performers: 'people',
    price: [25, 85],
    hour: [18, 20],
    hours: 3,
    weight: 11,
  },
  {
    category: 'comedy',
    names: ['{p}: {a} {n}', '{c} Comedy Night', 'Stand-up with {p}', 'The {a} {n} Improv Show'],
    venues: ['Comedy Club', 'Cellar', 'Club', 'Lounge'],
    descriptions: [
      '{p} tries out an hour of new material on the people of {c}, helped by two surprise guests; not suitable for the easily embarrassed.',
    ],
    performers: 'people',
    price: [12, 40],
    hour: [19, 21],
    hours: 2,
    weight: 9,
  },
  {
    category: 'classical',
    names: ['{p} Plays Brahms', '{c} Chamber Nights', '{a} {n}: Songs Without Words', 'The {n} Quartets'],
    venues: ['Concert Hall', 'Philharmonic Hall', 'Chapel', 'Conservatory'],
    descriptions: [
      '{p} and the city’s own orchestra with a programme from the baroque to the present; an introduction begins half an hour before.',
    ],
    performers: 'people',
    price: [30, 110],
    hour: [17, 20],
    hours: 2,
    weight: 6,
  },
  {
    category: 'sports',
    names: ['{c} City Run', '{c} {a} {n} Cup', '{n} Open {c}', '{c} Night Ride'],
    venues: ['Stadium', 'Arena', 'Sports Park', 'Velodrome'],
    descriptions: [
      'The season’s most popular meeting in {c}: qualifying in the morning, finals under the lights, and a family stand with the best view.',
    ],
    performers: 'none',
    price: [15, 75],
    hour: [8, 19],
    hours: 4,
    weight: 9,
  },
  {
    category: 'food',
    names: ['{c} Street Food Days', '{a} {n} Wine Tasting', 'Taste of {c}', 'The {a} Table'],
    venues: ['Market Hall', 'Old Slaughterhouse', 'Gardens', 'Courtyard'],
    descriptions: [
      'Forty kitchens and as many winemakers from around {c} cook, pour and explain; the ticket includes a glass and six tastings.',
    ],
    performers: 'none',
    price: [8, 60],
    hour: [11, 18],
    hours: 5,
    weight: 6,
  },
  {
    category: 'conference',
    names: ['{n}Conf {c}', '{c} {a} Systems Summit', '{n} Days {c}', '{a} {n} Forum'],
    venues: ROOMS,
    descriptions: [
      'Two tracks of talks, workshops and long breaks for people who build things, with {p} giving the opening address in {c}.',
    ],
    performers: 'people',
    price: [90, 690],
    hour: [8, 10],
    hours: 9,
    weight: 6,
  },
  {
    category: 'art',
    names: ['{a} {n}: An Exhibition', 'Light on the {n}', '{p}: Works on Paper', 'The {n} Rooms'],
    venues: ['Gallery', 'Museum', 'Kunsthalle', 'Print House'],
    descriptions: [
      'Ninety works, half of them never shown before, follow {p} from the first sketches to the large rooms; late opening with a guided tour.',
    ],
    performers: 'people',
    price: [6, 24],
    hour: [10, 18],
    hours: 8,
    weight: 6,
  },
  {
    category: 'family',
    names: ['The {n} Who Could Fly', '{a} {n} Puppet Show', '{c} Children’s Festival', 'Little {n}, Big {n}'],
    venues: ['Puppet Theatre', 'Playhouse', 'Circus Tent', 'Gardens'],
    descriptions: [
      'An hour of theatre, songs and shadow play for children from four and whoever brings them; lap seats are free and the cast stays for questions.',
    ],
    performers: 'none',
    price: [7, 25],
    hour: [10, 16],
    hours: 2,
    weight: 5,
  },
  {
    category: 'film',
    names: ['{c} Short Film Night', 'Open Air: The {a} {n}', '{n} on Thirty-five Millimetres', 'Midnight {n}'],
    venues: ['Cinema', 'Filmhouse', 'Roof', 'Open-Air Stage'],
    descriptions: [
      'A restored print on a large screen in {c}, introduced by the people who saved it; blankets can be had at the door.',
    ],
    performers: 'none',
    price: [6, 18],
    hour: [18, 22],
    hours: 2,
    weight: 3,
  },
];

/** Ends of descriptions that fit any event. */
export const REMARKS: Words = [
  'Doors open early; coats, bags and bicycles can be left at the entrance free of charge, and the bar takes cards only.',
  'The venue is step-free throughout, with an induction loop in the first rows and a quiet room beside the main entrance.',
  'Tickets stay valid if the event moves to another day; trains and night buses stop two minutes from the door.',
  'Children under six come free with an adult; strollers are welcome and there is plenty to eat for every taste.',
  'Numbers are limited so that everybody sees well: late arrivals are let in at the first break and not before.',
];
