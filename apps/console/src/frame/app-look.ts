import { dressPage, type Looks } from '@orrery/embed';

/** Properties that a theme has set; what else stands there is not ours. */
let applied: readonly string[] = [];

/** Shows the application in the theme of the account, and over it in the look of the session. */
export function applyAppLook(target: HTMLElement, looks: Looks, isDark: boolean): void {
  for (const name of applied) target.style.removeProperty(name);
  const others = new Set([...target.style]);
  dressPage(target, looks, isDark, '--orrery-');
  applied = [...target.style].filter((name) => !others.has(name));
}
