import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { black, type Colour, contrast, oklch, white } from './colour.ts';
import { type ThemeToken, themeTokens } from './theme-tokens.ts';

const share = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const colours = fc.tuple(share(0, 1), share(0, 0.2), share(0, 360)).map((parts) => oklch(...parts));
const themes = fc.record({ background: colours, foreground: colours, accent: colours, contrast: fc.nat(100) });

/** The most that any colour stands out on all of these. */
function reachable(on: readonly Colour[]): number {
  return Math.max(...[black, white].map((end) => Math.min(...on.map((ground) => contrast(end, ground)))));
}

describe('tokens of a theme', () => {
  it.each([
    ['muted', ['bg', 'surface', 'sunken', 'hover'], 4.5],
    ['control', ['bg', 'surface'], 3],
    ['focus', ['bg', 'surface'], 3],
    ['negative', ['bg', 'surface'], 4.5],
    ['positive', ['bg', 'surface'], 4.5],
    ['warning', ['bg', 'surface'], 4.5],
    ['on-accent', ['accent'], 4.5],
  ] as const)(
    'has %s that stands out, whatever the colours are',
    (name: ThemeToken, on: readonly ThemeToken[], least) => {
      fc.assert(
        fc.property(themes, fc.boolean(), (theme, isDark) => {
          const tokens = themeTokens(theme, isDark);
          const grounds = on.map((ground) => tokens[ground]);
          const found = Math.min(...grounds.map((ground) => contrast(tokens[name], ground)));
          expect(found).toBeGreaterThanOrEqual(Math.min(least, reachable(grounds)) - 1e-9);
        }),
      );
    },
  );

  it('leaves what is given as it is, and finds a text for a background without one', () => {
    fc.assert(
      fc.property(themes, fc.boolean(), (theme, isDark) => {
        const { bg, text, accent } = themeTokens(theme, isDark);
        expect({ bg, text, accent }).toEqual({ bg: theme.background, text: theme.foreground, accent: theme.accent });
        const found = themeTokens({ background: theme.background }, isDark);
        const grounds = [found.bg, found.surface];
        const least = Math.min(4.5, reachable(grounds)) - 1e-9;
        for (const ground of grounds) expect(contrast(found.text, ground)).toBeGreaterThanOrEqual(least);
      }),
    );
  });

  it('widens its steps with the contrast', () => {
    const line = (step: number) => {
      const { bg, line: found } = themeTokens({ contrast: step }, false);
      return contrast(found, bg);
    };
    expect(line(90)).toBeGreaterThan(line(45));
    expect(line(45)).toBeGreaterThan(line(10));
  });
});
