/** A user's preferences for the application, on every device. */
export interface UserPreferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly sidebarDrawer: boolean;
  readonly pointerCursors: boolean;
  readonly newCodeEditor: boolean;
  readonly scrollToNewMessages: boolean;
  readonly alternatingRows: boolean;
  readonly singleKeys: boolean;
}

/** Missing fields keep their value; `null` resets to the default. */
export type PreferencesChange = {
  readonly [name in keyof UserPreferences]?: UserPreferences[name] | null | undefined;
};

export const defaultPreferences: UserPreferences = {
  theme: 'system',
  sidebarDrawer: false,
  pointerCursors: true,
  newCodeEditor: false,
  scrollToNewMessages: true,
  alternatingRows: false,
  singleKeys: true,
};
