import type { AccountPalette, ChosenPalette } from './chart-style.ts';
import { mostColors } from './palette-colors.ts';
import { color, listOf, objectOf, type Read, text } from './readers.ts';

const ofAccount = objectOf<AccountPalette>({
  id: (value) => (isPaletteNumber(value) ? value : undefined),
  colors: listOf(color, mostColors),
});

/** Reads the palette that was chosen for a chart. */
export const palette: Read<ChosenPalette> = (value) => {
  const named = ofAccount(value);
  return text(value) ?? listOf(color, mostColors)(value) ?? (named?.id === undefined ? undefined : named);
};

/** Whether a value is a number that palettes of accounts have. */
function isPaletteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e9;
}
