import { expect, it } from 'vitest';
import { appThemeInputSchema } from './app-theme.ts';

const scheme = {
  accentColor: '#0a7',
  backgroundColor: 'white',
  contrast: 45,
  foregroundColor: 'rgb(0 0 0 / 80%)',
  logoUrl: 'https://example.com/logo.svg',
};
const font = { id: 'inter', format: 'woff2', url: 'https://example.com/inter.woff2', family: 'Inter' };
const weight = { fontRef: 'inter', fontWeight: 400 };
const theme = {
  dark: { ...scheme, logoUrl: '' },
  light: scheme,
  typography: { body: weight, fonts: [font], heading: { ...weight, fontWeight: 700 } },
};

it('accepts the colour schemes of an account with its fonts, and drops unknown fields', () => {
  expect(appThemeInputSchema.parse(theme)).toEqual(theme);
  expect(appThemeInputSchema.parse({ dark: scheme, light: scheme, foo: 1 })).toEqual({ dark: scheme, light: scheme });
});

const light = (change: object) => ({ ...theme, light: { ...scheme, ...change } });
const typography = (change: object) => ({ ...theme, typography: { ...theme.typography, ...change } });

it.each<[string, object, readonly string[]]>([
  ['anything', { foo: 1 }, ['dark', 'light']],
  ['one scheme', { light: scheme }, ['dark']],
  ['too much contrast', light({ contrast: 145 }), ['light.contrast']],
  ['a logo that anybody may change on the way', light({ logoUrl: 'http://example.com/l.png' }), ['light.logoUrl']],
  ['a logo that is a script', light({ logoUrl: 'javascript:alert(1)' }), ['light.logoUrl']],
  ['an address with a password', light({ logoUrl: 'https://a:b@example.com/l.png' }), ['light.logoUrl']],
  ['an address without end', light({ logoUrl: `https://example.com/${'x'.repeat(2_000)}` }), ['light.logoUrl']],
  ['a colour that goes on', light({ accentColor: 'red;background:url(//x)' }), ['light.accentColor']],
  ['a colour that loads something', light({ accentColor: 'url(https://x)' }), ['light.accentColor']],
  [
    'a font that is a script',
    typography({ fonts: [{ ...font, url: 'javascript:alert(1)' }] }),
    ['typography.fonts.0.url'],
  ],
  ['a font of another format', typography({ fonts: [{ ...font, format: 'exe' }] }), ['typography.fonts.0.format']],
  ['one font twice', typography({ fonts: [font, font] }), ['typography.fonts']],
  [
    'fonts without end',
    typography({ fonts: Array.from({ length: 51 }, (_, id) => ({ ...font, id: `${id}` })) }),
    ['typography.fonts'],
  ],
  ['a font there is not', typography({ body: { fontRef: 'other', fontWeight: 400 } }), ['typography.body.fontRef']],
  [
    'a weight that is none',
    typography({ heading: { fontRef: 'inter', fontWeight: 0 } }),
    ['typography.heading.fontWeight'],
  ],
])('refuses %s', (_, given, paths) => {
  expect(appThemeInputSchema.safeParse(given).error?.issues.map(({ path }) => path.join('.'))).toEqual(paths);
});
