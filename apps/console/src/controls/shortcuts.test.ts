import { expect, it } from 'vitest';
import { isPressed, pressedNumber } from './shortcuts.ts';

const plain = { ctrlKey: false, metaKey: false };

it('a key is pressed with Ctrl or Command, also while letters are capital', () => {
  for (const key of ['s', 'S']) {
    expect(isPressed({ ...plain, key, ctrlKey: true }, 'save')).toBe(true);
    expect(isPressed({ ...plain, key, metaKey: true }, 'save')).toBe(true);
    expect(isPressed({ ...plain, key }, 'save')).toBe(false);
    expect(isPressed({ ...plain, key, ctrlKey: true }, 'run')).toBe(false);
  }
  expect(isPressed({ ...plain, key: 'Enter', ctrlKey: true }, 'run')).toBe(true);
});

it('a number is pressed with Alt by its place on the keyboard', () => {
  expect(pressedNumber({ altKey: true, code: 'Digit3' })).toBe(3);
  expect(pressedNumber({ altKey: false, code: 'Digit3' })).toBeUndefined();
  expect(pressedNumber({ altKey: true, code: 'KeyA' })).toBeUndefined();
});
