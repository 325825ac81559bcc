import { type FilterOperator, filterOperators } from '../filter-operators.ts';
import { hintForOperator } from './operator-hint.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import { type DeclaredFields, type Reading, refuse } from './read-fields.ts';

/** The operators of queries, also in snake_case. */
export function readOperator(fields: DeclaredFields, place: KeyPath, reading: Reading): FilterOperator | undefined {
  const value = fields.get('operator');
  if (value === undefined) return undefined;
  const camel =
    typeof value === 'string' ? value.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : '';
  const found = filterOperators.find((operator) => operator === camel);
  if (found !== undefined) return found;
  const at = placeOf(place, 'operator');
  const word = typeof value === 'string' ? value : JSON.stringify(value);
  const params = { piece: reading.piece, path: labelOf(at), operator: word };
  return refuse(reading, 'model.unknown-operator', params, at, { hint: hintForOperator(camel || word) });
}
