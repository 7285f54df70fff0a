export { TOKENS } from '../../../../src/core/brand.ts';

/** The color of buttons and links, from faint to deep: Mantine takes the seventh in light and the ninth in dark. */
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
