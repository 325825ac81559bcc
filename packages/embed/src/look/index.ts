export { black, type Colour, cssOf, readColour, standingOut, white } from './colour.ts';
export { dashboardLook, type DashboardLook } from './dashboard-look.ts';
export { isBright } from './is-bright.ts';
export { isLookValue, type LookSetting, lookSettings, lookValueIn } from './look-values.ts';
export { type ThemeToken, themeTokens } from './theme-tokens.ts';
