import { takesDates } from '../../model/index.ts';
import { type Binder, report } from '../binder.ts';
import { type DatePoint, dayOf, endInstant, instantAfter, instantBefore, startInstant } from '../../time/index.ts';
import { type FilterSubject, givenValues, reportUnsupported, warnOfUnused, readDate } from './filter-subject.ts';
import type { Condition } from '../condition.ts';

type RangeOperator = 'inDateRange' | 'notInDateRange' | 'onTheDate';
type SideOperator = 'beforeDate' | 'beforeOrOnDate' | 'afterDate' | 'afterOrOnDate';

/**
 * Compares days and moments on the clock of the query's zone; a plain day is a whole day. Phrases (`last week`) are not
 * accepted.
 */
export function dateCondition(
  binder: Binder,
  subject: FilterSubject,
  operator: RangeOperator | SideOperator,
): Condition | undefined {
  const { member } = subject;
  if (!takesDates(member)) {
    return reportUnsupported(binder, subject, `It is for times; ${member.id} is a ${member.type}`);
  }
  return isRangeOperator(operator) ? rangeOfDates(binder, subject, operator) : sideOfDate(binder, subject, operator);
}

function isRangeOperator(operator: RangeOperator | SideOperator): operator is RangeOperator {
  return operator === 'inDateRange' || operator === 'notInDateRange' || operator === 'onTheDate';
}

function rangeOfDates(binder: Binder, subject: FilterSubject, operator: RangeOperator): Condition | undefined {
  const { operand, path } = subject;
  const given = givenValues(subject).slice(0, 2);
  const isOneDay = operator === 'onTheDate' && given.length === 1;
  if (given.length < 2 && !isOneDay) return report(binder, 'query.date-arguments', {}, `${path}.values`);
  warnOfUnused(binder, subject, 2);
  const { zone } = binder.now;
  const points = given.map((one) => readDate(binder, one)).filter((point) => point !== undefined);
  const [first, last = first] = points;
  if (!first || !last || points.length < given.length) return undefined;
  const [start, end] = isOneDay ? [dayOf(first, zone), dayOf(first, zone)] : [first, last];
  const isNegated = operator === 'notInDateRange';
  return { kind: 'range', operand, from: startInstant(start, zone), to: endInstant(end, zone), isNegated };
}

function sideOfDate(binder: Binder, subject: FilterSubject, operator: SideOperator): Condition | undefined {
  const [first] = givenValues(subject);
  if (!first) return report(binder, 'query.no-value', {}, `${subject.path}.values`);
  warnOfUnused(binder, subject, 1);
  const point = readDate(binder, first);
  return point && { kind: 'range', operand: subject.operand, ...sideOf(binder, point, operator), isNegated: false };
}

function sideOf({ now: { zone } }: Binder, point: DatePoint, operator: SideOperator) {
  switch (operator) {
    case 'beforeDate':
      return { to: instantBefore(point, zone) };
    case 'beforeOrOnDate':
      return { to: endInstant(point, zone) };
    case 'afterDate':
      return { from: instantAfter(point, zone) };
    case 'afterOrOnDate':
      return { from: startInstant(point, zone) };
  }
}
