import { type Theme, themes } from '../protocol/index.ts';

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
