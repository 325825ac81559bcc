import { shownLiteral } from '@orrery/kernel';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import { fillTemplate, quoted } from '../duckdb/template.ts';

/** Fields that a format of times reads, with the form of their digits and how many stand there at most. */
const fields: Readonly<Record<string, readonly [form: string, most: number]>> = {
  YYYY: ['[0-9]{4}', 4],
  MM: ['[0-9]{1,2}', 2],
  DD: ['[0-9]{1,2}', 2],
  HH24: ['[0-9]{1,2}', 2],
  HH12: ['[0-9]{1,2}', 2],
  MI: ['[0-9]{1,2}', 2],
  SS: ['[0-9]{1,2}', 2],
  MS: ['[0-9]{1,3}', 3],
  US: ['[0-9]{1,6}', 6],
  MON: ['[A-Za-z]{3}', 3],
  MONTH: ['[A-Za-z]{3,9}', 9],
  AM: ['[AaPp][Mm]', 2],
};
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const allMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const synonyms: Readonly<Record<string, string>> = { HH: 'HH12', PM: 'AM', FM: '' };

/**
 * Reads a text by a format as a reading of a clock. A text that has not exactly the digits and signs of the format is an
 * error, also where PostgreSQL finds a meaning for it.
 */
export function readByFormat(
  value: Rendered | undefined,
  format: Rendered | undefined,
): { readonly text: string } | CannotRender {
  if (!value || typeof format?.constant !== 'string') return cannot('the format must be a constant');
  const tokens = (format.constant.match(/"[^"]*"|YYYY|MONTH|MON|MM|DD|HH24|HH12|HH|MI|SS|MS|US|AM|PM|FM|./gis) ?? [])
    .map((token) => (token.startsWith('"') ? token : token.toUpperCase()))
    .flatMap((token) => synonyms[token] ?? token)
    .filter((token) => token !== '');
  const isField = (token: string | undefined) => token !== undefined && Object.hasOwn(fields, token);
  const found = tokens.filter(isField);
  const isPlain = tokens.every((token) => isField(token) || /^(?:[-/.: ,]|"[^"]*")$/.test(token));
  const kinds = found.map((field) => (field.startsWith('MON') ? 'MM' : field.replace('12', '24')));
  const isWhole = found.includes('YYYY') && (kinds.includes('MM') || !kinds.includes('DD'));
  const isHalved = found.includes('HH12') === found.includes('AM');
  if (!isPlain || !isWhole || !isHalved || new Set(kinds).size !== kinds.length)
    return cannot(
      `the format ${shownLiteral(format.constant)} is not read; use YYYY, MM or MON, DD, HH24, MI, SS, MS and US`,
    );
  const form = tokens.map((token, index) => formOf(token, isField(tokens[index + 1]))).join('');
  const pattern = quoted(`^ *${form}(?:[^0-9](?s:.*))?$`);
  const textOf = (field: string) => `regexp_extract($1, ${pattern}, ${found.indexOf(field) + 1})`;
  const numberOf = (field: string, missing = '0') =>
    found.includes(field) ? `CAST(${textOf(field)} AS BIGINT)` : missing;
  const named = found.includes('MON') ? 'MON' : 'MONTH';
  const list = (named === 'MON' ? months : allMonths).map(quoted).join(', ');
  const month = found.includes(named) ? `list_position([${list}], lower(${textOf(named)}))` : numberOf('MM', '1');
  const half = found.includes('HH12')
    ? `(CASE WHEN ${numberOf('HH12')} BETWEEN 1 AND 12 THEN ${numberOf('HH12')} ELSE error('hour is invalid for the 12-hour clock') END % 12 + CASE WHEN lower(${textOf('AM')}) = 'pm' THEN 12 ELSE 0 END)`
    : numberOf('HH24');
  const fraction = (field: string, digits: number) =>
    found.includes(field) ? `CAST(rpad(${textOf(field)}, ${digits}, '0') AS BIGINT)` : '0';
  const made = `make_timestamp(${numberOf('YYYY')}, ${month}, ${numberOf('DD', '1')}, ${half}, ${numberOf('MI')}, ${numberOf('SS')})`;
  const exact = `${made} + to_microseconds(${fraction('MS', 3)} * 1000 + ${fraction('US', 6)})`;
  const failed = `error('"' || $1 || '" has not the digits of the format')`;
  const isRead = `regexp_matches($1, ${pattern}) AND ${numberOf('YYYY')} > 0 AND ${month} IS NOT NULL`;
  const text = `CASE WHEN $1 IS NULL THEN NULL WHEN ${isRead} THEN ${exact} ELSE ${failed} END`;
  return { text: fillTemplate(text, [value.text]) };
}

/** @param isTight whether the next token is a field too: then all digits must be there */
function formOf(token: string, isTight: boolean): string {
  const field = Object.hasOwn(fields, token) ? fields[token] : undefined;
  if (!field) return token.startsWith('"') ? token.slice(1, -1).replaceAll(/[^\w ]/g, '\\$&') : `[${token}]`;
  const [form, most] = field;
  return `(${isTight ? form.replace(/\{1,\d\}/, `{${most}}`) : form})`;
}
