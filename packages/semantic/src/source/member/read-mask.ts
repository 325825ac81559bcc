import type { ValueType } from '../../model/index.ts';
import type { AuthorSql } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import { type DeclaredFields, optional, type Reading, readFields, refuse, shape } from '../fields/read-fields.ts';
import { readSql } from '../fields/read-sql.ts';

export type MaskDefinition =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | { readonly kind: 'sql'; readonly sql: AuthorSql };

const maskKeys = shape(['sql']);

/** Reads the replacement for a member's values where a policy masks it, of the member's type. */
export function readMask(
  fields: DeclaredFields,
  type: ValueType | undefined,
  place: KeyPath,
  reading: Reading,
): { readonly mask?: MaskDefinition } {
  const value = fields.get('mask');
  if (value === undefined) return {};
  const at = placeOf(place, 'mask');
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    const reported = reading.findings.length;
    const its = readFields(value, maskKeys, at, reading);
    // An unknown key was probably meant for it.
    if (!its || (!its.has('sql') && reading.findings.length > reported)) return {};
    if (!its.has('sql')) {
      const hint = 'Write mask: with the value itself, or with sql: below it';
      const params = { piece: reading.piece, path: labelOf(placeOf(at, 'sql')) };
      refuse(reading, 'model.required', params, at, { hint });
      return {};
    }
    const sql = readSql(its, 'sql', at, reading);
    return optional('mask', sql && { kind: 'sql' as const, sql });
  }
  if (type === undefined) return {};
  const fitting = fitTo(value, type);
  if (fitting !== undefined) return { mask: { kind: 'value', value: fitting } };
  refuse(reading, 'model.bad-mask', { piece: reading.piece, path: labelOf(at), type, expected: expected[type] }, at);
  return {};
}

const expected: Readonly<Record<ValueType, string>> = {
  string: 'a text',
  number: 'a number whose digits are all kept',
  boolean: 'true or false',
  time: `a date such as '1970-01-01'`,
};

function fitTo(value: string | number | boolean, type: ValueType): string | number | boolean | undefined {
  switch (type) {
    case 'string':
      return isText(String(value)) ? String(value) : undefined;
    case 'number':
      return typeof value === 'number' && isExact(value) ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'time':
      return typeof value === 'string' && isDate(value) ? value : undefined;
  }
}

function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?)?$/.test(text)) return false;
  const day = text.slice(0, 10);
  const read = new Date(`${day}T00:00Z`);
  return !Number.isNaN(Date.parse(text)) && read.toISOString().startsWith(day);
}
