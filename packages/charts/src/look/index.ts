export { isLookValue, lookSettings, lookValueIn } from './look-values.ts';
export { themeFaults, themeOver } from './saved-theme.ts';
