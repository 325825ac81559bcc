import { canCast } from './casts.ts';
import { commonModifier, type SqlType, type TypeName } from './sql-type.ts';
import { categoryOf, isPreferred } from './type-facts.ts';

/**
 * Finds the type that the branches of CASE, COALESCE, GREATEST, LEAST, UNION, VALUES and ARRAY get, by the rules of
 * chapter 10.5 of PostgreSQL's manual.
 *
 * @returns the two names that do not match, when the types have no common one
 */
export function commonType(types: readonly SqlType[]): SqlType | { readonly mismatch: readonly [TypeName, TypeName] } {
  return commonWhole(types) ?? commonOf(types);
}

/** The common type of whole numbers, some of which are doubles. A literal without a type may have a fraction. */
function commonWhole(types: readonly SqlType[]): SqlType | undefined {
  if (!types.some(({ isWhole }) => isWhole)) return undefined;
  if (!types.every(({ name, isWhole }) => isWhole || wholeNames.has(name))) return undefined;
  if (types.some(({ name }) => name === 'int8')) return { name: 'int8', isWhole: true };
  return types.some(({ name }) => name === 'unknown') ? undefined : { name: 'float8', isWhole: true };
}

const wholeNames: ReadonlySet<TypeName> = new Set(['int2', 'int4', 'int8', 'unknown']);

function commonOf(types: readonly SqlType[]): SqlType | { readonly mismatch: readonly [TypeName, TypeName] } {
  const [first] = types;
  if (first === undefined) return { name: 'text' };
  let chosen = first.name;
  for (const { name } of types) {
    if (name === 'unknown' || name === chosen) continue;
    if (chosen === 'unknown') chosen = name;
    else if (categoryOf(name) !== categoryOf(chosen)) return { mismatch: [chosen, name] };
    else if (!isPreferred(chosen) && canCast(chosen, name, 'implicit') && !canCast(name, chosen, 'implicit'))
      chosen = name;
  }
  if (chosen === 'unknown') return { name: 'text' };
  const other = types.find(({ name }) => !canCast(name, chosen, 'implicit'));
  if (other !== undefined) return { mismatch: [chosen, other.name] };
  const modifier = commonModifier(types);
  return { name: chosen, ...(modifier ? { modifier } : {}) };
}
