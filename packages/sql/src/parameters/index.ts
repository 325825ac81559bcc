import { catalogDefinitions } from '../catalog/index.ts';
import type { WrittenTypeName } from '../syntax/index.ts';
import { elementOf, isArrayName, modifiersOf, oidOf, typeNamed, typeOfOid, wireTypeOf } from '../types/index.ts';
import { typeParameters, typesByNumber } from './parameter-types.ts';
import { readParameter } from './read-parameter.ts';
import { withTexts } from './with-texts.ts';

/** The type of an OID and a modifier as statements write it. */
function writtenType(oid: number, modifier: number): Omit<WrittenTypeName, 'position'> {
  const name = typeOfOid(oid) ?? 'text';
  const numbers = modifiersOf(elementOf(name), modifier);
  const modifiers = numbers.map((one) => ({ kind: 'number', text: String(one), position: 0 }) as const);
  return { names: [elementOf(name)], modifiers, dimensions: isArrayName(name) ? 1 : 0 };
}

/** Parts of statements that connections need: parameters, and types as PostgreSQL's protocol announces them. */
export const wireParts = {
  withTexts,
  typeParameters,
  typesByNumber,
  readParameter,
  wireTypeOf,
  writtenType,
  /** The relations of the catalogs as statements name them, and functions with their parentheses. */
  catalogRelations: (): readonly string[] => [...catalogDefinitions().keys()],
  /** OID of a type by its name, 0 for `unknown`; undefined where there is none. */
  oidNamed: (name: string): number | undefined => {
    if (name === 'unknown') return 0;
    const isArray = name.endsWith('[]');
    const type = typeNamed({ name: isArray ? name.slice(0, -2) : name, isArray });
    return 'refusal' in type ? undefined : oidOf(type.name);
  },
} as const;
