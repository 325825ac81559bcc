import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Colour, contrast, oklch } from '../look/colour.ts';
import { themeTokens } from '../look/theme-tokens.ts';

const css = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8');
const token = new RegExp(String.raw`--orrery-([\w-]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)`, 'g');

function coloursOf(scheme: 'light' | 'dark'): ReadonlyMap<string, Colour> {
  const found = [...css.matchAll(token)].map(([, name = '', light = '', dark = '']) => {
    const [lightness = 0, chroma = 0, hue = 0] =
      (scheme === 'light' ? light : dark).match(/[\d.]+/g)?.map(Number) ?? [];
    return [name, oklch(lightness, chroma, hue)] as const;
  });
  return new Map(found);
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

it('are those of pages in frames, where nobody gives others', () => {
  const frames = readFileSync(join(import.meta.dirname, '../frame/frame.css'), 'utf8');
  const given = /var\(--orrery-([\w-]+), (light-dark\(oklch\([^)]+\), oklch\([^)]+\)\))\)/g;
  const found = [...frames.matchAll(given)].map(([, name = '', colours = '']) => `--orrery-${name}: ${colours};`);
  expect(found.length).toBe(frames.match(/light-dark\(/g)?.length);
  expect(found.filter((each) => !css.includes(each))).toEqual([]);
});

it.each(['light', 'dark'] as const)('are those that the tokens of a %s theme are mixed from', (scheme) => {
  const colours = coloursOf(scheme);
  const { bg, text, accent, positive, warning, negative, info } = themeTokens({}, scheme === 'dark');
  for (const [name, colour] of Object.entries({ bg, text, accent, positive, warning, negative, info }))
    expect([name, colour]).toEqual([name, colours.get(name)]);
});
