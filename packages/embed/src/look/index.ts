export { black, type Colour, contrast, cssOf, readColour, standingOut, white } from './colour.ts';
export { dashboardLook, type DashboardLook } from './dashboard-look.ts';
export { isBright } from './is-bright.ts';
export { type ThemeToken, themeTokens } from './theme-tokens.ts';
