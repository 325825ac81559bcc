import { isInCalendar, parseDate, utc } from '../../time/index.ts';
import type { ValueType } from '../model.ts';

/** A constant with more digits than this is no number of any data source. */
const maxNumberLength = 100;
const numberText = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

export function isNumberText(text: string): boolean {
  return text.length <= maxNumberLength && numberText.test(text);
}

/** Whether every data source can store it. */
export function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Why a text is no value of a type, as filters write values. */
export function unfitValue(text: string, type: ValueType): string | undefined {
  switch (type) {
    case 'string':
      return isText(text) ? undefined : 'a text has characters that no data source can store';
    case 'number':
      return isNumberText(text) ? undefined : `'${text}' is not a number`;
    case 'boolean':
      return text === 'true' || text === 'false' ? undefined : `'${text}' is neither true nor false`;
    case 'time': {
      const point = parseDate(text);
      return point && isInCalendar(point, utc) ? undefined : `'${text}' is not a date such as 2024-01-31`;
    }
  }
}
