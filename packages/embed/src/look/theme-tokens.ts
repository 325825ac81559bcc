import { black, type Colour, contrast, mix, oklch, standingOut, white } from './colour.ts';

/** Names of tokens that follow from a theme, as `--orrery-` and in frames without that prefix. */
export type ThemeToken =
  | 'bg'
  | 'surface'
  | 'sunken'
  | 'hover'
  | 'line'
  | 'control'
  | 'text'
  | 'muted'
  | 'accent'
  | 'accent-hover'
  | 'accent-soft'
  | 'on-accent'
  | 'focus'
  | 'positive'
  | 'warning'
  | 'negative'
  | 'info';

export interface ThemeColours {
  readonly background?: Colour | undefined;
  readonly foreground?: Colour | undefined;
  readonly accent?: Colour | undefined;
  /** From 0 to 100: how far the steps between the colours are apart. */
  readonly contrast?: number | undefined;
}

/** The contrast that our own tokens have. */
const usual = 45;
const least = { text: 4.5, edge: 3 } as const;

/** Our own colours, and how much of the text each step between background and text has. As in `style.css`. */
const own = {
  light: {
    bg: oklch(0.984, 0.003, 255),
    text: oklch(0.235, 0.02, 262),
    accent: oklch(0.505, 0.165, 262),
    onAccent: [oklch(1, 0, 0), oklch(0.17, 0.03, 262)],
    steps: { sunken: 0.03, hover: 0.05, line: 0.105, control: 0.49, muted: 0.68 },
    status: {
      positive: oklch(0.5, 0.125, 152),
      warning: oklch(0.53, 0.115, 70),
      negative: oklch(0.53, 0.19, 26),
      info: oklch(0.51, 0.1, 230),
    },
  },
  dark: {
    bg: oklch(0.168, 0.012, 262),
    text: oklch(0.935, 0.007, 255),
    accent: oklch(0.7, 0.135, 262),
    onAccent: [oklch(0.17, 0.03, 262), oklch(1, 0, 0)],
    steps: { sunken: 0, hover: 0.11, line: 0.18, control: 0.51, muted: 0.71 },
    status: {
      positive: oklch(0.76, 0.14, 152),
      warning: oklch(0.8, 0.13, 78),
      negative: oklch(0.73, 0.155, 24),
      info: oklch(0.76, 0.1, 230),
    },
  },
} as const;

/**
 * Mixes the tokens of a theme from its three colours in OKLab. Given colours stay as they are. Mixed colours are
 * changed until they have the contrast of WCAG 2.2 AA, where black or white could have it.
 */
export function themeTokens(given: ThemeColours, isDark: boolean): Readonly<Record<ThemeToken, Colour>> {
  const { onAccent, steps, status, ...ours } = own[isDark ? 'dark' : 'light'];
  const bg = given.background ?? ours.bg;
  const wider = (given.contrast ?? usual) / usual;
  const surface = isDark ? mix(bg, given.foreground ?? ours.text, 0.048 * wider) : mix(bg, white, 0.5);
  const text = given.foreground ?? standingOut(ours.text, [bg, surface], least.text);
  const at = (share: number) => mix(bg, text, Math.min(share * wider, 0.9));
  const sunken = isDark ? mix(bg, black, 0.15) : at(steps.sunken);
  const hover = at(steps.hover);
  const plain = [bg, surface];
  const grounds = [...plain, sunken, hover];
  const accent = given.accent ?? standingOut(ours.accent, plain, least.text);
  const legible = (colour: Colour) => standingOut(colour, plain, least.text);
  return {
    bg,
    surface,
    sunken,
    hover,
    line: at(steps.line),
    control: standingOut(at(steps.control), plain, least.edge),
    text,
    muted: standingOut(at(steps.muted), grounds, least.text),
    accent,
    'accent-hover': mix(accent, text, 0.15),
    'accent-soft': mix(bg, accent, 0.12),
    'on-accent':
      onAccent.find((one) => contrast(one, accent) >= least.text) ?? standingOut(white, [accent], least.text),
    focus: standingOut(accent, plain, least.edge),
    positive: legible(status.positive),
    warning: legible(status.warning),
    negative: legible(status.negative),
    info: legible(status.info),
  };
}
