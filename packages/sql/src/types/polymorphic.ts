import { commonType } from './common-type.ts';
import type { ParameterName } from './signature.ts';
import { arrayOf, elementOf, isArrayName, type TypeName } from './sql-type.ts';

/** The types that the polymorphic names of a signature have in one call. */
interface Solution {
  /** The type of `anyelement` and its family. */
  readonly element?: TypeName;
  /** The type of `anycompatible` and its family. */
  readonly compatible?: TypeName;
}

/** Settles polymorphic parameters for the types of the arguments; `undefined` when they contradict each other. */
export function solvePolymorphic(
  parameters: readonly ParameterName[],
  given: readonly TypeName[],
): Solution | undefined {
  const elements: TypeName[] = [];
  const compatibles: TypeName[] = [];
  for (const [index, parameter] of parameters.entries()) {
    const type = given[index];
    if (type === undefined || parameter === 'any' || !parameter.startsWith('any')) continue;
    const family = parameter.startsWith('anycompatible') ? compatibles : elements;
    if (parameter.endsWith('array') && !parameter.endsWith('nonarray')) {
      if (type === 'unknown') continue;
      if (!isArrayName(type)) return undefined;
      family.push(elementOf(type));
    } else {
      if (parameter.endsWith('nonarray') && isArrayName(type)) return undefined;
      if (type !== 'unknown') family.push(type);
    }
  }
  const element = new Set(elements);
  if (element.size > 1) return undefined;
  const compatible = commonType(compatibles.map((name) => ({ name })));
  if ('mismatch' in compatible) return undefined;
  const [only] = element;
  return {
    ...(only === undefined ? {} : { element: only }),
    ...(compatibles.length > 0 ? { compatible: compatible.name } : {}),
  };
}

/** The type that a parameter or result stands for; of nothing but literals, text. */
export function settle(parameter: ParameterName, given: TypeName, { element, compatible }: Solution): TypeName {
  switch (parameter) {
    case 'any':
      return given === 'unknown' ? 'text' : given;
    case 'anyelement':
    case 'anynonarray':
      return element ?? 'text';
    case 'anyarray':
      return arrayOf(element ?? 'text');
    case 'anycompatible':
    case 'anycompatiblenonarray':
      return compatible ?? 'text';
    case 'anycompatiblearray':
      return arrayOf(compatible ?? 'text');
    default:
      return parameter;
  }
}
