import { useSyncExternalStore } from 'react';

const device = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
device.addEventListener('change', tell);

export type Theme = 'system' | 'light' | 'dark';

/** Applies a preference; the server has written the one of the person into the page already. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  tell();
}

function isDark(): boolean {
  const { theme } = root.dataset;
  return theme === undefined ? device.matches : theme === 'dark';
}

/** Whether the page is dark now: pictures are drawn for one of the two. */
export function useIsDark(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, isDark);
}
