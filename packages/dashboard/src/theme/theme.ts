import {
  type BadgeProps,
  type ButtonProps,
  type CSSVariablesResolver,
  createTheme,
  type ModalProps,
  type PaperProps,
  type TableProps,
  type TextInputProps,
} from '@mantine/core';
import { TOKENS } from '../../../../src/core/brand.ts';

const SANS = "'Inter Variable', system-ui, sans-serif";
const MONO = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace";

/** The color of buttons and links, from faint to deep: Mantine takes the seventh in light and the ninth in dark. */
const BLUE = [
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

const GRAY = [
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

const DARK = [
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

/** What Mantine's parts look like here. */
export const theme = createTheme({
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: { fontFamily: SANS, fontWeight: '600' },
  colors: { blue: BLUE, gray: GRAY, dark: DARK },
  primaryColor: 'blue',
  primaryShade: { light: 6, dark: 8 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Only the types of the parts: a page loads only the parts that it shows.
  components: {
    Button: { defaultProps: { size: 'sm' } satisfies ButtonProps },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' } satisfies BadgeProps },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        // The page has its banner.
        attributes: { header: { role: 'presentation' } },
      } satisfies Partial<ModalProps>,
    },
    Paper: { defaultProps: { withBorder: true } satisfies PaperProps },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } satisfies TableProps },
    TextInput: { defaultProps: { autoComplete: 'off' } satisfies TextInputProps },
  },
});

const named = (tokens: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${name}`, value]));

/** {@link TOKENS} as variables of CSS, for a scheme, and Mantine's own set to them. */
const variablesOf = (tokens: Record<keyof typeof TOKENS.light, string>, placeholder: string) => ({
  ...named(tokens),
  '--mantine-color-text': tokens.ink,
  '--mantine-color-dimmed': tokens.soft,
  '--mantine-color-placeholder': placeholder,
  '--mantine-color-anchor': tokens.act,
  '--mantine-color-error': tokens.bad,
  '--mantine-color-default-border': tokens.line,
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf(TOKENS.light, '#6a7384'),
  dark: { ...variablesOf(TOKENS.dark, '#8f98ab'), '--mantine-color-body': TOKENS.dark.paper },
});
