import { readMapStyle, type Shape } from '@orrery/charts';
import { expect, it } from 'vitest';
import { loadShapes } from './load-shapes.ts';

const loaded = async (style: Parameters<typeof loadShapes>[0]): Promise<readonly Shape[]> => {
  const read = await loadShapes(style, true);
  if (!read.ok) throw new Error(read.reason);
  return read.shapes;
};
const keyOf = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

it.each([{}, { shapes: 'us-states' }] as const)('ships no name or code of two regions: %j', async (style) => {
  const [owners, shared] = [new Map<string, Shape>(), new Set<string>()];
  for (const shape of await loaded(style)) {
    for (const key of Object.values(shape.names).flat().map(keyOf)) {
      if ((owners.get(key) ?? shape) !== shape) shared.add(key);
      owners.set(key, shape);
    }
  }
  expect([...shared]).toEqual([]);
});

it('knows the Congo by the name that ISO gives to the Republic', async () => {
  const shapes = await loaded({});
  const named = shapes.filter(({ names }) => Object.values(names).flat().includes('Congo'));
  expect(named.map(({ names }) => names['iso3'])).toEqual([['COG']]);
});

it('says that GeoJSON is too large, and not that there is none', async () => {
  const style = readMapStyle({ shapes: 'custom', geojson: ' '.repeat(500_001) }) ?? {};
  const reason = 'The GeoJSON of this map is larger than 500,000 letters.';
  expect(await loadShapes(style, true)).toEqual({ ok: false, reason });
});
