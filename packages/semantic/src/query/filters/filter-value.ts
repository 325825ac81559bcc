import { type Binder, addProblems, report } from '../binder.ts';
import { badDate } from '../dates/date-range.ts';
import { type DatePoint, isInCalendar, parseDate, startInstant, utc } from '../../time/index.ts';
import type { FilterSubject } from './filter-subject.ts';
import { filteredType, isNumberText, isText } from '../../model/index.ts';
import type { QueryConstant } from '../query.ts';

interface GivenText {
  readonly text: string;
  readonly path: string;
}

/**
 * Reads a text as a constant of the member's type. Numbers keep their digits. A time is the stored instant: nothing is
 * padded to a day, and text without a zone is UTC.
 */
export function typedValue(
  binder: Binder,
  { member }: FilterSubject,
  { text, path }: GivenText,
): QueryConstant | undefined {
  const type = filteredType(member);
  const params = { value: text, member: member.id, type };
  switch (type) {
    case 'string':
      return isText(text) ? { type: 'string', text } : report(binder, 'query.bad-text', { member: member.id }, path);
    case 'number':
      return isNumberText(text) ? { type: 'number', text } : report(binder, 'query.bad-value', params, path);
    case 'boolean':
      return text === 'true' || text === 'false'
        ? { type: 'boolean', isTrue: text === 'true' }
        : report(binder, 'query.bad-value', params, path, "A boolean is 'true' or 'false'");
    case 'time': {
      const point = readDate(binder, { text, path });
      return point && { type: 'time', instant: startInstant(point, utc) };
    }
  }
}

export function readDate(binder: Binder, { text, path }: GivenText): DatePoint | undefined {
  const point = parseDate(text);
  if (point && isInCalendar(point, binder.now.zone)) return point;
  addProblems(binder.findings, [badDate(text, path)]);
  return undefined;
}
