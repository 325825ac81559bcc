export { SavedThemes } from './saved-themes.ts';
export { type DashboardTheme, ThemeService } from './theme-service.ts';
