import { lookSettings, lookValueIn, themeOver } from '@orrery/charts';
import type { PlatformSchemas } from '@orrery/client';
import type { Draft } from '../../../model/dashboard-draft.ts';
import { themeWith } from './theme-with.ts';

export type ThemeInDraft = Draft['theme'];
export type SavedTheme = PlatformSchemas['DashboardTheme'];
/** The text of a setting, as somebody has typed it. */
type TextOf = (path: readonly string[]) => string;

/** The saved theme that a dashboard names; absent: the built-in one, also where the theme is deleted. */
export function savedThemeOf(theme: ThemeInDraft, themes: readonly SavedTheme[] | undefined): SavedTheme | undefined {
  return themes?.find(({ id }) => String(id) === theme?.themeId);
}

/** The look of a dashboard: that of its saved theme, with its own settings on top. */
export function lookOf(theme: ThemeInDraft, themes: readonly SavedTheme[] | undefined): unknown {
  return themeOver(savedThemeOf(theme, themes)?.theme, theme);
}

/**
 * The theme of a dashboard that names a saved one, and has for itself only what differs from it.
 *
 * @param saved absent: the built-in one, or one that is deleted and stays named
 */
export function themeOn(
  themeId: string | undefined,
  saved: SavedTheme | undefined,
  before: ThemeInDraft,
  textOf: TextOf,
): ThemeInDraft {
  const { themeId: _, ...own } = before ?? {};
  const changed = lookSettings.reduce<ThemeInDraft>((theme, { path }) => {
    const text = textOf(path);
    return themeWith(theme, path, text === (lookValueIn(saved?.theme, path) ?? '') ? '' : text);
  }, own);
  return themeId === undefined ? changed : { ...changed, themeId };
}

/** The settings of a saved theme, as they are typed. */
export function settingsAs(look: unknown, textOf: TextOf): NonNullable<ThemeInDraft> {
  const { themeId: _, ...settings } =
    lookSettings.reduce<ThemeInDraft>(
      (theme, { path }) => themeWith(theme, path, textOf(path)),
      look as ThemeInDraft,
    ) ?? {};
  return settings;
}
