import { expect, it } from 'vitest';
import { contextOf } from './context-of.ts';

it('reads groups and attributes, a name that comes twice as a list', () => {
  expect(contextOf(' sales, sales,, managers ', 'region = Iberia, level=3, region = France')).toEqual({
    ok: true,
    value: {
      cubeCloud: { groups: ['sales', 'managers'], userAttributes: { region: ['Iberia', 'France'], level: '3' } },
    },
    text: 'sales; managers; region Iberia, France; level 3',
  });
});

it('nobody has no groups and no attributes', () => {
  expect(contextOf('', '')).toMatchObject({ ok: true, value: { cubeCloud: { groups: [], userAttributes: {} } } });
});

it('says what is no attribute', () => {
  expect(contextOf('sales', 'region = Iberia, level')).toEqual({ ok: false, line: 'level' });
});
