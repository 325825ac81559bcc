import { type Theme, themes } from '../protocol/index.ts';
import { isBright } from '../look/index.ts';
import { settingsOf, textOf } from './dashboard/dashboard.ts';

export interface PageTheme {
  readonly current: Theme;
  readonly isDark: boolean;
  set(theme: Theme): void;
  close(): void;
}

/** Light or dark, as the address says, else as the device prefers. It is applied before anything is painted. */
export function openTheme(page: Window, onChange: () => void): PageTheme {
  const root = page.document.documentElement;
  const preference = page.matchMedia('(prefers-color-scheme: dark)');
  const asked = new URLSearchParams(page.location.search).get('theme');
  let current: Theme = themes.find((one) => one === asked) ?? 'auto';
  const isDark = () => (current === 'auto' ? preference.matches : current === 'dark');
  const apply = () => {
    root.dataset['theme'] = isDark() ? 'dark' : 'light';
  };
  const change = () => {
    const before = root.dataset['theme'];
    apply();
    if (root.dataset['theme'] !== before) onChange();
  };
  preference.addEventListener('change', change);
  apply();
  return {
    get current() {
      return current;
    },
    get isDark() {
      return isDark();
    },
    set: (theme) => {
      current = theme;
      change();
    },
    close: () => preference.removeEventListener('change', change),
  };
}

/**
 * Colours and font of the session, and over them those of the dashboard. What the browser does not know as a colour has
 * no effect.
 */
export function applyLook(target: HTMLElement, given: unknown): void {
  const { primaryColor, backgroundColor, font, fontFamily, dashboard, analyticsChat, chat } = settingsOf(given);
  const input = settingsOf(settingsOf(analyticsChat)['chatInput']);
  const background =
    settingsOf(dashboard)['backgroundColor'] ?? backgroundColor ?? settingsOf(analyticsChat)['backgroundColor'];
  setColour(target, '--accent', primaryColor);
  setColour(target, '--bg', background);
  setColour(target, '--chat-input', input['backgroundColor'] ?? settingsOf(chat)['inputColor']);
  setColour(target, '--chat-input-line', input['borderColor']);
  const family = textOf(font) ?? textOf(fontFamily);
  if (family && CSS.supports('font-family', family) && !/url\(/i.test(family))
    target.style.setProperty('--font', family);
}

/** Sets a colour, and for that of accents the colour of what is written on it. */
export function setColour(target: HTMLElement, name: string, value: unknown): void {
  const colour = textOf(value);
  if (!colour || /url\(|var\(/i.test(colour) || !CSS.supports('color', colour)) return;
  target.style.setProperty(name, colour);
  if (name === '--accent') target.style.setProperty('--on-accent', isBright(colour) ? '#10151c' : '#fff');
}
