import { dashboardLook } from '../look/index.ts';
import { dressPart } from './dress-page.ts';

/**
 * Applies the theme of a dashboard to the element that shows it.
 *
 * @returns whether its tiles are dark; `undefined`: as what is around it
 */
export function dressDashboard(root: HTMLElement, theme: unknown): boolean | undefined {
  const { properties, scheme, tileScheme } = dashboardLook(theme);
  dressPart(root, theme, (tileScheme ?? scheme) === 'dark');
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value);
  if (scheme) root.dataset['scheme'] = scheme;
  if (tileScheme) root.dataset['tileScheme'] = tileScheme;
  return tileScheme && tileScheme === 'dark';
}
