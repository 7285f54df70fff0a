/** The logo in a square of 32: a round-cornered ground, a stroke that is a P, and a dot. */
export const LOGO_SHAPES = {
  colour: '#1f5fd6',
  corner: 8,
  letter: { path: 'M9 23V9h8.2a4.9 4.9 0 0 1 0 9.8H13', width: 3 },
  dot: { x: 22.5, y: 22.5, radius: 2.2 },
};
const { colour, corner, letter, dot } = LOGO_SHAPES;

/** The logo, which `/favicon.ico` serves: the service's pages, the dashboard and documents show it. */
export const LOGO =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Partner Events</title><rect width="32" height="32" rx="${corner}" fill="${colour}"/>` +
  `<path d="${letter.path}" fill="none" stroke="#fff" stroke-width="${letter.width}" stroke-linecap="round" stroke-linejoin="round"/>` +
  `<circle cx="${dot.x}" cy="${dot.y}" r="${dot.radius}" fill="#fff"/></svg>`;

/** Colours with a contrast of at least 4.5 on their ground in both schemes; axe checks it on every page. */
export const TOKENS = {
  light: {
    ink: '#1d2330',
    soft: '#5b6475',
    paper: '#ffffff',
    tint: '#f6f7fa',
    sunken: '#eef1f6',
    line: '#dfe3ea',
    act: '#1f5fd6',
    'act-tint': '#eaf1fd',
    good: '#116b3b',
    'good-tint': '#e3f5ea',
    warn: '#8a4b00',
    'warn-tint': '#fff4e0',
    bad: '#a3182b',
    'bad-tint': '#fdecee',
    'bar-good': '#3f9d6b',
    'bar-bad': '#d8475b',
    'bar-act': '#5b8def',
    'bar-warn': '#d99a2b',
  },
  dark: {
    ink: '#e8ebf2',
    soft: '#a3acbd',
    paper: '#151922',
    tint: '#0f1219',
    sunken: '#1d2330',
    line: '#2b3240',
    act: '#8ab1ff',
    'act-tint': '#17264a',
    good: '#7fd6a2',
    'good-tint': '#10301f',
    warn: '#ffcf8a',
    'warn-tint': '#3a2a10',
    bad: '#ff9aa7',
    'bad-tint': '#3d161c',
    'bar-good': '#4fae7c',
    'bar-bad': '#e0667a',
    'bar-act': '#6f9bf5',
    'bar-warn': '#dca64a',
  },
} as const;

/** Begins the names of sample events. */
export const SAMPLE_NAME_PREFIX = 'TEST EVENT — NO REAL MONEY: ';
