import { isLookValue } from '@orrery/charts';
import { contrast, cssOf, readColour, standingOut, white } from '@orrery/embed';

/** The least contrast of WCAG 2.2 AA for texts. */
const least = 4.5;

interface Contrast {
  readonly ratio: number;
  /** The nearest colour that can be read. */
  readonly nearest: string;
}

/** How badly a text can be read on a background; `undefined` where it can be read, or one of the two is not set. */
export function badContrast(text: string, background: string): Contrast | undefined {
  if (!isLookValue('colour', text) || !isLookValue('colour', background)) return undefined;
  const below = readColour(background, white);
  const ink = below && readColour(text, below);
  if (!below || !ink) return undefined;
  const ratio = contrast(ink, below);
  return ratio < least ? { ratio, nearest: cssOf(standingOut(ink, [below], least)) } : undefined;
}
