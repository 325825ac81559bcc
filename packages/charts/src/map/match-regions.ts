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
 * Finds the shapes of regions by their names; by those that are the same but for the case, accents and the signs between
 * words where no shape has the name itself.
 *
 * @param property that has the names; absent: the one that most values are found in, or all of them where `areAlike`
 */
export function matchRegions(
  values: readonly string[],
  shapes: readonly Shape[],
  { property, areAlike }: { readonly property: string | undefined; readonly areAlike: boolean },
): Matched {
  const properties = propertiesOf(shapes);
  const spellings = [[exactly, inLowerCase], [remembered(folded)]];
  const matchedBy = (names: readonly string[]) => matchedIn(values, shapes, names, spellings);
  if (property !== undefined && properties.includes(property)) return matchedBy([property]);
  if (areAlike) return matchedBy(properties);
  const all = properties.map((each) => matchedBy([each]));
  const first = matchedBy(properties.slice(0, 1));
  return all.reduce((best, each) => (notFound(each) < notFound(best) ? each : best), first);
}

const notFound = ({ missing, ambiguous }: Matched): number => missing.length + ambiguous.length;

function matchedIn(
  values: readonly string[],
  shapes: readonly Shape[],
  properties: readonly string[],
  spellings: readonly (readonly Spelling[])[],
): Matched {
  const finders = spellings.map((each) => finderOf(shapes, properties, each));
  const owners = new Map<Shape, number>();
  const found: (RegionMatch | undefined)[] = values.map(() => undefined);
  for (const find of finders) {
    values.forEach((value, row) => {
      const shape = (found[row] ??= find(value));
      if (shape !== undefined && shape !== 'several' && !owners.has(shape)) owners.set(shape, row);
    });
  }
  const isOwner = (shape: RegionMatch | undefined, row: number): shape is Shape =>
    shape !== undefined && shape !== 'several' && owners.get(shape) === row;
  return {
    shapes: found.map((shape, row) => (isOwner(shape, row) ? shape : undefined)),
    missing: values.filter((_, row) => found[row] === undefined),
    repeated: values.filter((_, row) => found[row] && found[row] !== 'several' && !isOwner(found[row], row)),
    ambiguous: values.filter((_, row) => found[row] === 'several'),
  };
}

type RegionMatch = Shape | 'several';
type Spelling = (name: string) => string;

/** Finds what has a name, in the first of the spellings that somebody has it in. */
function finderOf(shapes: readonly Shape[], properties: readonly string[], spellings: readonly Spelling[]) {
  const byName = spellings.map(() => new Map<string, RegionMatch>());
  for (const shape of shapes) {
    for (const property of properties) {
      for (const name of (Object.hasOwn(shape.names, property) && shape.names[property]) || []) {
        spellings.forEach((spelling, index) => {
          const [key, known] = [spelling(name), byName[index]];
          if (key !== '') known?.set(key, (known.get(key) ?? shape) === shape ? shape : 'several');
        });
      }
    }
  }
  return (value: string): RegionMatch | undefined => {
    for (const [index, spelling] of spellings.entries()) {
      const found = byName[index]?.get(spelling(value));
      if (found) return found;
    }
    return undefined;
  };
}

/** The values of a map are looked up in each of the properties of its shapes. */
function remembered(spelling: Spelling): Spelling {
  const known = new Map<string, string>();
  return (name) => {
    const written = known.get(name) ?? spelling(name);
    known.set(name, written);
    return written;
  };
}

const exactly: Spelling = (name) => name.normalize('NFC').trim();
const inLowerCase: Spelling = (name) => exactly(name).toLowerCase();

/**
 * Removes the marks of Latin letters: in other scripts marks are vowels and other letters. Symbols, and dashes at an
 * end, stay, because they distinguish grades such as A+ and A-.
 */
const folded: Spelling = (name) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)\p{M}/gu, '')
    .replaceAll(/(?!\p{Pd})[\p{P}\p{Z}\p{C}\p{Sk}]+/gu, ' ')
    .replaceAll(/(?<=[\p{L}\p{M}\p{N}] ?)\p{Pd}+(?= ?[\p{L}\p{N}])/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
