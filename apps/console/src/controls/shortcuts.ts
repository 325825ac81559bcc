/** All keys of the application, by what they do, as the list of keys shows them. A letter after another one is pressed next. */
export const shortcuts = {
  help: '?',
  home: 'g h',
  explore: 'g e',
  workspace: 'g w',
  fold: '[',
  find: 'f',
  why: 'i',
  tabs: 'Alt 1 - 5',
  save: 'Ctrl S',
  run: 'Ctrl Enter',
  escape: 'Esc',
} as const;

/** Keys without Ctrl or Alt, which act outside of fields. */
export type SingleKey = 'help' | 'home' | 'explore' | 'workspace' | 'fold' | 'find' | 'why';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** Whether a key was pressed with Ctrl, or with the command key of a Mac. */
export function isPressed({ key, ctrlKey, metaKey }: Pressed, name: 'save' | 'run'): boolean {
  return (ctrlKey || metaKey) && `Ctrl ${key}`.toLowerCase() === shortcuts[name].toLowerCase();
}

/** The number from 1 on that was pressed with Alt, on any keyboard. */
export function pressedNumber({ altKey, code }: Pick<KeyboardEvent, 'altKey' | 'code'>): number | undefined {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  return altKey && digit !== undefined ? Number(digit) : undefined;
}
