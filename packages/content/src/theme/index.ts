export { SavedThemes } from './saved-themes.ts';
export { themeKind } from './theme-kind.ts';
