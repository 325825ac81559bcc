import { applyAppTheme, applyLook } from '@orrery/embed';

interface Looks {
  readonly appTheme?: unknown;
  readonly embedTheme?: unknown;
}

/** Tokens of the application that follow from those of a theme. */
const following: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '--accent': {
    '--orrery-accent': 'var(--accent)',
    '--orrery-accent-hover': 'color-mix(in oklab, var(--accent) 85%, var(--orrery-text))',
    '--orrery-accent-soft': 'color-mix(in oklab, var(--accent) 12%, var(--orrery-bg))',
    '--orrery-focus': 'var(--accent)',
  },
  '--on-accent': { '--orrery-on-accent': 'var(--on-accent)' },
  '--bg': {
    '--orrery-bg': 'var(--bg)',
    '--orrery-surface': 'color-mix(in oklab, var(--bg) 94%, white)',
    '--orrery-sunken': 'color-mix(in oklab, var(--bg) 96%, var(--orrery-text))',
    '--orrery-hover': 'color-mix(in oklab, var(--bg) 92%, var(--orrery-text))',
    '--orrery-line': 'color-mix(in oklab, var(--bg) 84%, var(--orrery-text))',
  },
  '--text': {
    '--orrery-text': 'var(--text)',
    '--orrery-muted': 'color-mix(in oklab, var(--text) 70%, var(--orrery-bg))',
  },
  '--muted': { '--orrery-muted': 'var(--muted)' },
  '--line': { '--orrery-line': 'var(--line)' },
  '--surface': { '--orrery-surface': 'var(--surface)' },
  '--font': { '--orrery-font': 'var(--font)' },
};

/** Properties that a theme has set; what else stands there is not ours. */
let applied: readonly string[] = [];

/** Shows the application in the theme of the account, and over it in the look of the session. */
export function applyAppLook(target: HTMLElement, { appTheme, embedTheme }: Looks, isDark: boolean): void {
  for (const name of applied) target.style.removeProperty(name);
  const others = new Set([...target.style]);
  applyAppTheme(target, appTheme, isDark);
  applyLook(target, embedTheme);
  for (const [given, tokens] of Object.entries(following)) {
    if (target.style.getPropertyValue(given) === '') continue;
    for (const [name, value] of Object.entries(tokens)) target.style.setProperty(name, value);
  }
  applied = [...target.style].filter((name) => !others.has(name));
}
