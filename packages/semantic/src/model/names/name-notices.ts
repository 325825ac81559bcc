import { finding, type Finding, type KeyPath, placeOf } from '../../source/index.ts';
import type { Entry } from './entry.ts';

/** Source: https://docs.python.org/3/reference/lexical_analysis.html#keywords */
const keywords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/**
 * Warns of names that are keywords of Python: other tools read references as Python expressions; here such names work.
 */
export function nameNotices(entry: Entry): readonly Finding[] {
  if (entry.kind !== 'cube' && entry.kind !== 'view') return [];
  const { definition } = entry;
  const named: readonly { readonly name: string; readonly place: KeyPath }[] =
    definition.kind === 'cube'
      ? [definition, ...definition.members, ...definition.hierarchies]
      : [definition, ...definition.members];
  return named
    .filter(({ name }) => keywords.has(name))
    .map(({ name, place }) => finding('model.python-keyword', { name }, placeOf(place, 'name')));
}
