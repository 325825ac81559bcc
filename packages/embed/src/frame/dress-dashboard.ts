import { dashboardLook } from '../look/index.ts';
import { dressPart } from './dress-page.ts';

/**
 * Applies the theme of a dashboard to the element that shows it.
 *
 * @param isDark whether what is around it is dark
 * @returns whether its tiles are dark
 */
export function dressDashboard(root: HTMLElement, theme: unknown, isDark: boolean): boolean {
  const { properties, scheme, tileScheme } = dashboardLook(theme);
  const areTilesDark = tileScheme === undefined ? isDark : tileScheme === 'dark';
  dressPart(root, theme, areTilesDark);
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value);
  if (scheme) root.dataset['scheme'] = scheme;
  if (tileScheme) root.dataset['tileScheme'] = tileScheme;
  return areTilesDark;
}
