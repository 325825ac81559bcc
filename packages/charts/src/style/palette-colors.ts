import type { AccountPalette, ChosenPalette } from './chart-style.ts';

/** Colours of a palette. A ramp takes two. */
const fewestColors = 2;
export const mostColors = 20;

export function isColor(value: unknown): value is string {
  return typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);
}

/** Finds what is wrong with the colours of a palette, each with the path to it. */
export function paletteFaults(
  colors: readonly string[],
): readonly { readonly path: readonly (string | number)[]; readonly message: string }[] {
  const isCounted = colors.length >= fewestColors && colors.length <= mostColors;
  const count = isCounted ? [] : [{ path: [], message: `must have ${fewestColors} to ${mostColors} colours` }];
  const wrong = colors.slice(0, mostColors).flatMap((color, index) => {
    return isColor(color) ? [] : [{ path: [index], message: 'must be a colour such as #4061d0' }];
  });
  return [...count, ...wrong];
}

/** The colours that were chosen as such, or that a palette of the account has. */
export function colorsIn(palette: ChosenPalette | undefined): readonly string[] | undefined {
  if (typeof palette !== 'object') return undefined;
  return isAccountPalette(palette) ? palette.colors : palette;
}

export function isAccountPalette(palette: ChosenPalette | undefined): palette is AccountPalette {
  return typeof palette === 'object' && !Array.isArray(palette);
}
