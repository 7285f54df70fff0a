/**
 * The dashboard's colours, in one place; those of the service's other pages (`api/pages/layout.ts`). Text on its ground has a
 * contrast of at least 4.5 in both schemes, which axe checks on every page.
 */
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

/** Of buttons and links, from faint to deep: Mantine takes the seventh in light and the ninth in dark. */
export const BLUE = [
  '#eaf1fd',
  '#d5e2fa',
  '#adc6f5',
  '#84a9f0',
  '#5b8def',
  '#3f79e6',
  '#1f5fd6',
  '#1a52ba',
  '#1f57c4',
  '#123a85',
] as const;

export const GRAY = [
  '#f6f7fa',
  '#eef1f6',
  '#e6e9f0',
  '#dfe3ea',
  '#c9cfda',
  '#9aa3b3',
  '#6a7384',
  '#5b6475',
  '#3a4252',
  '#1d2330',
] as const;

export const DARK = [
  '#e8ebf2',
  '#c9cfdb',
  '#a3acbd',
  '#8089a0',
  '#434c5e',
  '#2b3240',
  '#1d2330',
  '#151922',
  '#0f1219',
  '#0a0c11',
] as const;
