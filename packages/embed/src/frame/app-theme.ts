import { settingsOf, textOf } from './dashboard/dashboard.ts';
import { setColour } from './theme.ts';

/** The contrast of a theme that says nothing about it. */
const neutralContrast = 45;

/**
 * Applies the theme of the account: the colours of the scheme that is shown, and the fonts. What an admin has not set, or
 * what the browser does not know, stays as it is.
 */
export function applyAppTheme(target: HTMLElement, given: unknown, isDark: boolean): void {
  const theme = settingsOf(given);
  const { accentColor, backgroundColor, foregroundColor, contrast } = settingsOf(theme[isDark ? 'dark' : 'light']);
  setColour(target, '--accent', accentColor);
  setColour(target, '--bg', backgroundColor);
  setColour(target, '--text', foregroundColor);
  const mix = (name: string, ink: number) => {
    const share = Math.min(Math.max(ink, 0), 100);
    target.style.setProperty(name, `color-mix(in srgb, var(--text) ${share}%, var(--bg))`);
  };
  if (typeof contrast === 'number') {
    const more = contrast - neutralContrast;
    mix('--muted', 66 + more * 0.4);
    mix('--line', 14 + more * 0.3);
    target.style.setProperty('--surface', `color-mix(in srgb, white ${isDark ? 4 : 50}%, var(--bg))`);
  }
  applyFonts(target, settingsOf(theme['typography']));
}

/** The logo of the account for the scheme; dark pages without one have that of light pages. */
export function logoOf(given: unknown, isDark: boolean): string | undefined {
  const { dark, light } = settingsOf(given);
  const own = isDark ? textOf(settingsOf(dark)['logoUrl']) : undefined;
  return own ?? textOf(settingsOf(light)['logoUrl']);
}

function applyFonts(target: HTMLElement, { fonts, body, heading }: ReturnType<typeof settingsOf>): void {
  const all = Array.isArray(fonts) ? fonts.map(settingsOf) : [];
  for (const [part, ref] of [
    ['font', settingsOf(body)],
    ['heading-font', settingsOf(heading)],
  ] as const) {
    const font = all.find(({ id }) => id === ref['fontRef']);
    const family = font && (textOf(font['family']) ?? textOf(font['name']) ?? textOf(font['id']));
    if (!font || family === undefined) continue;
    loadFont(target.ownerDocument, family, font);
    target.style.setProperty(`--${part}`, `${JSON.stringify(family)}, system-ui, sans-serif`);
    if (typeof ref['fontWeight'] === 'number') target.style.setProperty(`--${part}-weight`, `${ref['fontWeight']}`);
  }
}

/** Files of fonts are loaded; a style sheet of fonts is not, since pages in frames take styles of this server only. */
function loadFont(page: Document, family: string, { url, format }: ReturnType<typeof settingsOf>): void {
  const address = textOf(url);
  const isKnown = [...page.fonts].some((face) => face.family.replaceAll('"', '') === family);
  if (address === undefined || format === 'css' || isKnown) return;
  const face = new FontFace(family, `url(${JSON.stringify(address)})`, { weight: '1 1000' });
  page.fonts.add(face);
  face.load().catch(() => undefined); // the page shows another font then
}
