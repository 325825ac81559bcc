import { propertiesOf, type Shape } from './shapes.ts';

export interface Matched {
  /** The shape of each value, in their order; `undefined`: there is none. */
  readonly shapes: readonly (Shape | undefined)[];
  /** Values that have no shape. */
  readonly missing: readonly string[];
  /** Values whose shape another one before them has. */
  readonly repeated: readonly string[];
  /** Values that are the name of several shapes. */
  readonly ambiguous: readonly string[];
}

/**
 * Finds the shapes of regions by their names, whatever the case, the accents and the signs between words.
 *
 * @param property that has the names; absent: the one that most values are found in, or all of them where `areAlike`
 */
export function matchRegions(
  values: readonly string[],
  shapes: readonly Shape[],
  { property, areAlike }: { readonly property: string | undefined; readonly areAlike: boolean },
): Matched {
  const properties = propertiesOf(shapes);
  if (property !== undefined && properties.includes(property)) return matchedBy(values, shapes, [property]);
  if (areAlike) return matchedBy(values, shapes, properties);
  const all = properties.map((each) => matchedBy(values, shapes, [each]));
  const first = matchedBy(values, shapes, properties.slice(0, 1));
  return all.reduce((best, each) => (notFound(each) < notFound(best) ? each : best), first);
}

const notFound = ({ missing, ambiguous }: Matched): number => missing.length + ambiguous.length;

function matchedBy(values: readonly string[], shapes: readonly Shape[], properties: readonly string[]): Matched {
  const byName = new Map<string, Shape | 'several'>();
  for (const shape of shapes) {
    const names = properties.flatMap((property) => (Object.hasOwn(shape.names, property) ? shape.names[property] : []));
    for (const name of names) {
      const key = keyOf(name ?? '');
      if (key !== '') byName.set(key, (byName.get(key) ?? shape) === shape ? shape : 'several');
    }
  }
  const taken = new Set<Shape>();
  const [missing, repeated, ambiguous]: [string[], string[], string[]] = [[], [], []];
  const found = values.map((value) => {
    const shape = byName.get(keyOf(value));
    if (!shape) missing.push(value);
    else if (shape === 'several') ambiguous.push(value);
    else if (taken.has(shape)) repeated.push(value);
    else {
      taken.add(shape);
      return shape;
    }
    return undefined;
  });
  return { shapes: found, missing, repeated, ambiguous };
}

const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
