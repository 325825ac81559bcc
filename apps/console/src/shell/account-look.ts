import { logoOf } from '@orrery/embed';
import { applyAppLook } from './app-look.ts';
import { setBrand } from '../page/brand.ts';
import { dressBy } from './theme.ts';

/** Shows the application in the theme of the account, with its logo. */
export function showAccountLook(appTheme: unknown): void {
  setBrand({ logoFor: (isDark) => logoOf(appTheme, isDark) });
  dressBy((asksDark) => applyAppLook(document.documentElement, { appTheme }, asksDark));
}
