import type { CaseValue } from '../../model/index.ts';
import type { ChoiceDefinition, AuthorSql } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import {
  type DeclaredFields,
  optional,
  type Reading,
  readFields,
  readList,
  refuse,
  requireField,
  shape,
} from '../fields/read-fields.ts';
import { readSql } from '../fields/read-sql.ts';

const choiceKeys = shape(['switch', 'when', 'else']);
const branchKeys = shape(['value', 'sql']);
const otherwiseKeys = shape(['sql']);

/** A `case` with `switch`, `when` by value, and `else`. */
export function readSwitchOf(value: unknown, place: KeyPath, reading: Reading): ChoiceDefinition | undefined {
  const fields = readFields(value, choiceKeys, place, reading);
  if (!fields) return undefined;
  const isComplete = [requireField(fields, 'switch', place, reading), requireField(fields, 'when', place, reading)];
  if (isComplete.includes(false)) return undefined;
  const on = readSql(fields, 'switch', place, reading);
  const whenPlace = placeOf(place, 'when');
  const when = readList(fields, 'when', place, reading).map((item, index) => {
    const at = placeOf(whenPlace, index);
    const branch = readFields(item, branchKeys, at, reading);
    if (!branch) return undefined;
    const value = readCaseValue(branch, at, reading);
    const sql = requireField(branch, 'sql', at, reading) ? readSql(branch, 'sql', at, reading) : undefined;
    return value && sql && { value, sql };
  });
  const otherwise = fields.has('else') ? readOtherwise(fields.get('else'), placeOf(place, 'else'), reading) : undefined;
  if (!on || when.includes(undefined)) return undefined;
  return { on, when: when.filter((branch) => branch !== undefined), ...optional('otherwise', otherwise) };
}

function readCaseValue(fields: DeclaredFields, place: KeyPath, reading: Reading): CaseValue | undefined {
  if (!requireField(fields, 'value', place, reading)) return undefined;
  const value = fields.get('value');
  if (typeof value === 'string') return { type: 'string', text: value };
  if (typeof value === 'number' && Number.isFinite(value)) return { type: 'number', text: String(value) };
  if (typeof value === 'boolean') return { type: 'boolean', isTrue: value };
  const at = placeOf(place, 'value');
  return refuse(reading, 'model.not-text', { piece: reading.piece, path: labelOf(at) }, at);
}

/** An empty text counts as no value, as if there were no `else`. */
function readOtherwise(value: unknown, place: KeyPath, reading: Reading): AuthorSql | undefined {
  const fields = readFields(value, otherwiseKeys, place, reading);
  if (fields?.get('sql') === '') return undefined;
  return fields && requireField(fields, 'sql', place, reading) ? readSql(fields, 'sql', place, reading) : undefined;
}
