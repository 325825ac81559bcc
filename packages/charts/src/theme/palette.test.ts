import { expect, it } from 'vitest';
import { inks, palettes } from './palette.ts';

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Source: WCAG 2.2, contrast ratio */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

it.each(['light', 'dark'] as const)('stands out from the %s surface: marks 3:1, texts 4.5:1', (scheme) => {
  const { surface, text, muted } = inks[scheme];
  for (const color of palettes[scheme]) expect(contrast(color, surface)).toBeGreaterThan(3);
  for (const color of [text, muted]) expect(contrast(color, surface)).toBeGreaterThan(4.5);
});
