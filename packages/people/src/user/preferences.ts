/** How somebody wants the application to be, on every device. */
export interface UserPreferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly sidebarDrawer: boolean;
  readonly pointerCursors: boolean;
  readonly newCodeEditor: boolean;
  readonly scrollToNewMessages: boolean;
  readonly alternatingRows: boolean;
}

/** What is not given stays; `null` is the default. */
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
};
