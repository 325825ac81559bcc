import { isInCalendar, parseDate, utc } from '../../time/index.ts';
import type { ValueType } from '../model.ts';

/** Bound on the digits of a constant; no data source has longer numbers. */
const maxNumberLength = 100;
const numberText = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/;

export function isNumberText(text: string): boolean {
  return text.length <= maxNumberLength && numberText.test(text);
}

/** Whether every data source can store it. */
export function isText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Returns why a text is not a value of a type, in the form that filters use. */
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
