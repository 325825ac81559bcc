import { elementOf, type TypeName } from './sql-type.ts';
import { elementNames } from './type-facts.ts';

/** Types that stand for others. Those of one family are one type in a call; the `compatible` ones their common type. */
export type PolymorphicName =
  | 'any'
  | 'anyelement'
  | 'anyarray'
  | 'anynonarray'
  | 'anycompatible'
  | 'anycompatiblearray'
  | 'anycompatiblenonarray';

export type ParameterName = TypeName | PolymorphicName;

/** The types of the arguments and of the result of a function or operator. */
export interface Signature {
  readonly parameters: readonly ParameterName[];
  /** Whether the last parameter may be repeated, or be left out when `isOptional`. */
  readonly isVariadic: boolean;
  /** Number of parameters at the end that have a default. */
  readonly optional: number;
  readonly result: ParameterName;
}

const polymorphicNames: ReadonlySet<string> = new Set<PolymorphicName>([
  'any',
  'anyelement',
  'anyarray',
  'anynonarray',
  'anycompatible',
  'anycompatiblearray',
  'anycompatiblenonarray',
]);

export function isPolymorphic(name: ParameterName): name is PolymorphicName {
  return polymorphicNames.has(name);
}

/** Reads `text, int4 [, text] -> text`, `text, ...any -> text` or ` -> date`. */
export function readSignature(text: string): Signature {
  const [taken = '', result = ''] = text.split('->').map((side) => side.trim());
  const optional =
    taken
      .match(/\[([^\]]+)\]\s*$/)?.[1]
      ?.split(',')
      .filter((part) => part.trim() !== '').length ?? 0;
  const written = taken
    .replaceAll(/\[(?!\])|(?<!\[)\]/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isVariadic = written.at(-1)?.startsWith('...') ?? false;
  const parameters = written.map((part) => readParameter(part.replace('...', '')));
  return { parameters, isVariadic, optional, result: readParameter(result) };
}

function readParameter(text: string): ParameterName {
  const isKnown = polymorphicNames.has(text) || elementNames.some((name) => name === elementOf(text as TypeName));
  if (!isKnown) throw new Error(`a signature names the type ${text}`);
  return text as ParameterName; // one of the names, by the look above
}
