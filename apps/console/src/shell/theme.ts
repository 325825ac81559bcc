import { createContext, useContext, useSyncExternalStore } from 'react';

const device = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;
const listeners = new Set<() => void>();

/** Dresses the page for the scheme that is asked for. @returns whether it is dark then */
export type Dress = (asksDark: boolean) => boolean;

let dress: Dress = (asksDark) => asksDark;
let dark = asksDark();

const tell = () => {
  dark = dress(asksDark());
  for (const listener of listeners) listener();
};
device.addEventListener('change', tell);

export type ColorScheme = 'system' | 'light' | 'dark';

/** Applies a preference; the server has written the one of the person into the page already. */
export function applyTheme(theme: ColorScheme): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  tell();
}

/** Has the page dressed now, and each time another scheme is asked for. */
export function dressBy(next: Dress): void {
  dress = next;
  tell();
}

const isDark = () => dark;

function asksDark(): boolean {
  const { theme } = root.dataset;
  return theme === undefined ? device.matches : theme === 'dark';
}

/** Whether a part of the page is dark, whatever the page is. */
export const PartIsDark = createContext<boolean | undefined>(undefined);

/** Whether it is dark here now: pictures are drawn for one of the two. */
export function useIsDark(): boolean {
  const part = useContext(PartIsDark);
  const page = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, isDark);
  return part ?? page;
}
