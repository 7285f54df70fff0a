import type {
  BadgeProps,
  ButtonProps,
  CSSVariablesResolver,
  ModalProps,
  PaperProps,
  TableProps,
  TextInputProps,
} from '@mantine/core';
import { createTheme } from '@mantine/core';
import { BLUE, DARK, GRAY, TOKENS } from './tokens.ts';

const SANS = "'Inter Variable', system-ui, sans-serif";
const MONO = "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace";

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
