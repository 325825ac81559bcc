import { isLookValue } from '@orrery/charts';
import {
  black,
  type Colour,
  cssOf,
  isBright,
  readColour,
  standingOut,
  type ThemeToken,
  themeTokens,
  white,
} from '../look/index.ts';
import { type Settings, settingsOf, filledText } from '../view/index.ts';

/** Data of others: what is no value of its kind has no effect. */
export interface Looks {
  /** Theme of the account. */
  readonly appTheme?: unknown;
  /** Look of the session, which goes over it. */
  readonly embedTheme?: unknown;
}

/** Tokens are `--orrery-` properties in the application, and have no prefix in frames. */
export type TokenPrefix = '--' | '--orrery-';

/** A colour, and how it was written. */
interface WrittenColour {
  readonly text: string;
  readonly colour: Colour;
}

const ofAccent = ['accent', 'accent-hover', 'accent-soft', 'on-accent', 'focus'] as const satisfies ThemeToken[];

/**
 * Applies the theme of the account and the look of the session: the colours that are given, those that are mixed from them,
 * and the fonts.
 *
 * @param asksDark which scheme is asked for
 * @returns whether the page is dark, which a background that is given decides
 */
export function dressPage(target: HTMLElement, looks: Looks, asksDark: boolean, prefix: TokenPrefix = '--'): boolean {
  const theme = settingsOf(looks.appTheme);
  const scheme = settingsOf(theme[asksDark ? 'dark' : 'light']);
  const session = settingsOf(looks.embedTheme);
  const { analyticsChat, chat, dashboard, backgroundColor, primaryColor } = session;
  const colour = (...texts: readonly unknown[]) => firstColour(texts, asksDark ? black : white);
  const set = (name: string, value: string) => target.style.setProperty(prefix + name, value);

  const ofSession = colour(
    settingsOf(dashboard)['backgroundColor'],
    backgroundColor,
    settingsOf(analyticsChat)['backgroundColor'],
  );
  const bg = ofSession ?? colour(scheme['backgroundColor']);
  const isDark = bg ? !isBright(bg.colour) : asksDark;
  if (bg) target.style.setProperty('color-scheme', isDark ? 'dark' : 'light');
  const text = onGround(colour(scheme['foregroundColor']), ofSession);
  const accent = colour(primaryColor, scheme['accentColor']);
  const contrast = typeof scheme['contrast'] === 'number' ? scheme['contrast'] : undefined;
  const tokens = themeTokens(
    { background: bg?.colour, foreground: text?.colour, accent: accent?.colour, contrast },
    isDark,
  );
  const given: { readonly [name in ThemeToken]?: string | undefined } = {
    bg: bg?.text,
    text: text?.text,
    accent: accent?.text,
  };
  const isWhole = bg !== undefined || text !== undefined || contrast !== undefined;
  const names = isWhole ? (Object.keys(tokens) as ThemeToken[]) : accent ? ofAccent : [];
  for (const name of names) set(name, given[name] ?? cssOf(tokens[name]));

  const input = settingsOf(settingsOf(analyticsChat)['chatInput']);
  const ground = colour(input['backgroundColor'], settingsOf(chat)['inputColor']);
  const line = colour(input['borderColor']);
  if (ground) set('chat-input', ground.text);
  if (line) set('chat-input-line', line.text);
  applyFonts(target, settingsOf(theme['typography']), set);
  applyFamily(session, set);
  return isDark;
}

/** Applies accent and font of a dashboard's theme, in which backgrounds are settings of their own. */
export function dressPart(target: HTMLElement, theme: unknown, isDark: boolean): void {
  const settings = settingsOf(theme);
  const accent = firstColour([settings['primaryColor']], isDark ? black : white);
  const set = (name: string, value: string) => target.style.setProperty(`--${name}`, value);
  if (accent) {
    const tokens = themeTokens({ accent: accent.colour }, isDark);
    for (const name of ofAccent) set(name, name === 'accent' ? accent.text : cssOf(tokens[name]));
  }
  applyFamily(settings, set);
}

/** The logo of the account for the scheme; dark pages without one have that of light pages. */
export function logoOf(given: unknown, isDark: boolean): string | undefined {
  const { dark, light } = settingsOf(given);
  const own = isDark ? filledText(settingsOf(dark)['logoUrl']) : undefined;
  return own ?? filledText(settingsOf(light)['logoUrl']);
}

/** The text of an account stands out on its own background; on that of a session it may have to be moved. */
function onGround(text: WrittenColour | undefined, ground: WrittenColour | undefined): WrittenColour | undefined {
  if (!text || !ground) return text;
  const colour = standingOut(text.colour, [ground.colour], 4.5);
  return { colour, text: cssOf(colour) };
}

/** @param below what shows through a colour */
function firstColour(texts: readonly unknown[], below: Colour): WrittenColour | undefined {
  for (const each of texts) {
    const text = filledText(each);
    const colour = text === undefined ? undefined : readColour(text, below);
    if (text !== undefined && colour) return { text, colour };
  }
  return undefined;
}

type SetToken = (name: string, value: string) => void;

function applyFamily({ font, fontFamily }: Settings, set: SetToken): void {
  const family = filledText(font) ?? filledText(fontFamily);
  if (family && isLookValue('font', family)) set('font', family);
}

function applyFonts(target: HTMLElement, { fonts, body, heading }: Settings, set: SetToken): void {
  const all = Array.isArray(fonts) ? fonts.map(settingsOf) : [];
  for (const [part, ref] of [
    ['font', settingsOf(body)],
    ['heading-font', settingsOf(heading)],
  ] as const) {
    const font = all.find(({ id }) => id === ref['fontRef']);
    const family = font && (filledText(font['family']) ?? filledText(font['name']) ?? filledText(font['id']));
    if (!font || family === undefined) continue;
    loadFont(target.ownerDocument, family, font);
    set(part, `${JSON.stringify(family)}, system-ui, sans-serif`);
    if (typeof ref['fontWeight'] === 'number') set(`${part}-weight`, `${ref['fontWeight']}`);
  }
}

/** Files of fonts are loaded; a style sheet of fonts is not, since pages in frames take styles of this server only. */
function loadFont(page: Document, family: string, { url, format }: Settings): void {
  const address = filledText(url);
  const isKnown = [...page.fonts].some((face) => face.family.replaceAll('"', '') === family);
  if (address === undefined || format === 'css' || isKnown) return;
  const face = new FontFace(family, `url(${JSON.stringify(address)})`, { weight: '1 1000' });
  page.fonts.add(face);
  face.load().catch(() => undefined); // the page shows another font then
}
