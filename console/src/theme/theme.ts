import {
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { drawerWords } from '../words/en/drawer';
import { TOKENS, type Token } from './tokens';

const FONT =
  "'Inter Variable', 'Inter Arial', 'Inter DejaVu', ui-sans-serif, system-ui, 'Segoe UI', 'Noto Sans', sans-serif";
const CODE = "'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, monospace";
const CLOSE_BUTTON = { 'aria-label': drawerWords.close };
/** The list of options scrolls itself: a region around it that scrolls could not be reached by the keyboard. */
const OPTIONS = { withScrollArea: false, classNames: { options: 'options' } };
/** The title of a dialog is no banner of the page. */
const DIALOG_PARTS = { header: { role: 'presentation' } };
const { solid } = TOKENS.light;
const harbor: MantineColorsTuple = [solid, solid, solid, solid, solid, solid, solid, solid, solid, solid];

/** Buttons take their colors from the tokens, so that both themes have the measured contrast. */
const variantColors: VariantColorsResolver = (input) => {
  if (input.variant === 'filled')
    return {
      background: 'var(--solid)',
      hover: 'var(--solid)',
      color: 'var(--on-solid)',
      border: '1px solid transparent',
    };
  if (input.variant === 'subtle')
    return { background: 'transparent', hover: 'var(--hover)', color: 'var(--text2)', border: '1px solid transparent' };
  if (input.variant === 'default')
    return {
      background: 'var(--surface)',
      hover: 'var(--hover)',
      color: 'var(--text)',
      border: '1px solid var(--line)',
    };
  return defaultVariantColorsResolver(input);
};

export const theme = createTheme({
  fontFamily: FONT,
  fontFamilyMonospace: CODE,
  colors: { harbor },
  primaryColor: 'harbor',
  primaryShade: 5,
  defaultRadius: 7,
  respectReducedMotion: true,
  variantColorResolver: variantColors,
  components: {
    Button: {
      defaultProps: { variant: 'default' },
      vars: () => ({ root: { '--button-height': '32px', '--button-padding-x': '12px', '--button-fz': '13.5px' } }),
    },
    ActionIcon: { defaultProps: { size: 32, variant: 'subtle' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false, events: { hover: true, focus: true, touch: false } } },
    Modal: { defaultProps: { closeButtonProps: CLOSE_BUTTON, attributes: DIALOG_PARTS } },
    Select: { defaultProps: OPTIONS },
    MultiSelect: { defaultProps: OPTIONS },
    Drawer: {
      defaultProps: { transitionProps: { duration: 180 }, closeButtonProps: CLOSE_BUTTON, attributes: DIALOG_PARTS },
    },
  },
});

/** The tokens as CSS variables, and Mantine's own variables in terms of them. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--canvas)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text3)',
    '--mantine-color-placeholder': 'var(--text3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-primary-color-filled': 'var(--solid)',
  },
  light: variablesOf(TOKENS.light),
  dark: variablesOf(TOKENS.dark),
});

function variablesOf(tokens: Readonly<Record<Token, string>>): Record<`--${string}`, string> {
  return Object.fromEntries(Object.entries(tokens).map(([name, color]) => [`--${name}`, color]));
}

/** `public/theme.js` reads the same key before the first paint. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'hrev-theme' });
