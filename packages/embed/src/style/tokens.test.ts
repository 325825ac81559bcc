import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Colour = readonly [lightness: number, chroma: number, hue: number];

const css = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8');
const token = new RegExp(String.raw`--orrery-([\w-]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)`, 'g');

function coloursOf(scheme: 'light' | 'dark'): ReadonlyMap<string, Colour> {
  const found = [...css.matchAll(token)].map(([, name = '', light = '', dark = '']) => {
    const [lightness = 0, chroma = 0, hue = 0] =
      (scheme === 'light' ? light : dark).match(/[\d.]+/g)?.map(Number) ?? [];
    return [name, [lightness, chroma, hue]] as const;
  });
  return new Map(found);
}

/** Source: https://bottosson.github.io/posts/oklab, and WCAG 2.2, relative luminance */
function luminance([lightness, chroma, hue]: Colour): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (lightness - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  const inGamut = (value: number) => Math.min(1, Math.max(0, value));
  const red = inGamut(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s);
  const green = inGamut(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s);
  const blue = inGamut(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

/** What stands on what, and how much it must stand out: texts 4.5:1, edges of controls and focus 3:1. */
const pairs: readonly (readonly [on: string, names: readonly string[], least: number])[] = [
  ['bg', ['text', 'muted', 'accent', 'negative', 'positive', 'warning', 'info'], 4.5],
  ['surface', ['text', 'muted', 'accent', 'accent-hover', 'negative', 'positive', 'warning', 'info'], 4.5],
  ['sunken', ['text', 'muted'], 4.5],
  ['hover', ['text', 'muted'], 4.5],
  ['accent-soft', ['text', 'accent'], 4.5],
  ['accent', ['on-accent'], 4.5],
  ['accent-hover', ['on-accent'], 4.5],
  ['negative-soft', ['text', 'negative'], 4.5],
  ['positive-soft', ['text', 'positive'], 4.5],
  ['warning-soft', ['text', 'warning'], 4.5],
  ['info-soft', ['text', 'info'], 4.5],
  ['bg', ['control', 'focus', 'brass'], 3],
  ['surface', ['control', 'focus', 'brass'], 3],
];

describe.each(['light', 'dark'] as const)('tokens of the %s theme', (scheme) => {
  const colours = coloursOf(scheme);
  const of = (name: string): Colour => {
    const found = colours.get(name);
    if (!found) throw new Error(`there is no token ${name}`);
    return found;
  };

  it.each(pairs)('stand out on %s', (on, names, least) => {
    const faint = names.filter((name) => contrast(of(name), of(on)) < least);
    expect(faint.map((name) => [name, contrast(of(name), of(on)).toFixed(2)])).toEqual([]);
  });

  it('are all colours that this test can read', () => {
    expect(colours.size).toBe(css.match(/light-dark\(/g)?.length);
  });
});
