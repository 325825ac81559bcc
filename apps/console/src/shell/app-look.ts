import { dressPage, type Looks } from '@orrery/embed';

/** Properties that a theme has set; all others belong to the page. */
let applied: readonly string[] = [];

/**
 * Shows the application in the theme of the account, and over it in the look of the session.
 *
 * @returns whether it is dark
 */
export function applyAppLook(target: HTMLElement, looks: Looks, asksDark: boolean): boolean {
  for (const name of applied) target.style.removeProperty(name);
  const others = new Set([...target.style]);
  const isDark = dressPage(target, looks, asksDark, '--orrery-');
  applied = [...target.style].filter((name) => !others.has(name));
  return isDark;
}
