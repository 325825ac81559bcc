import { expect, it } from 'vitest';
import { isLookValue, type LookKind, lookSettings, lookValueIn } from './look-values.ts';

it.each<[LookKind, string, boolean]>([
  ['colour', '#aabbcc', true],
  ['colour', 'rebeccapurple', true],
  ['colour', 'rgb(1 2 3 / 50%)', true],
  ['colour', 'oklch(0.5 0.1 200)', true],
  ['colour', 'url(https://evil.example)', false],
  ['colour', 'var(--orrery-accent)', false],
  ['colour', '#fff;background:url(x)', false],
  ['colour', 'env(x, image-set("https://evil.example/p.png" 1x))', false],
  ['colour', 'inherit', false],
  ['colour', 'currentColor', false],
  ['length', '12px', true],
  ['length', '0', true],
  ['length', '100vw', false],
  ['length', 'calc(1px)', false],
  ['lengths', '8px 1rem', true],
  ['lengths', '1px 2px 3px 4px 5px', false],
  ['style', 'dashed', true],
  ['style', 'groove red', false],
  ['weight', '700', true],
  ['weight', '750', false],
  ['font', "Georgia, 'Times New Roman', serif", true],
  ['font', 'a; color: red', false],
  ['font', 'url(x)', false],
])('%s %s: %s', (kind, text, expected) => {
  expect(isLookValue(kind, text)).toBe(expected);
});

it('reads themes that hold anything', () => {
  const [first] = lookSettings;
  expect(lookValueIn({ dashboard: { backgroundColor: ' red ' } }, first.path)).toBe('red');
  for (const theme of [null, 'x', { dashboard: 'x' }, { dashboard: { backgroundColor: 7 } }])
    expect(lookValueIn(theme, first.path)).toBeUndefined();
});
