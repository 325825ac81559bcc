export { bucketNumber, type BucketRule, bucketsFrom, bucketStart, nests, ruleOfUnit } from './bucket-rule.ts';
export { addUnits, startOfUnit } from './clock-units.ts';
export { civilOf, clock, type Clock, clockOf, dayMs, floorTo, hourMs, minuteMs, secondMs } from './clock.ts';
export {
  type DatePoint,
  dayOf,
  endInstant,
  firstReading,
  instantAfter,
  instantBefore,
  isInCalendar,
  lastReading,
  startInstant,
  wholeUnit,
} from './date-point.ts';
export type { Civil, Instant, Zone } from './instant.ts';
export {
  addInterval,
  type Interval,
  intervalOf,
  type IntervalPart,
  lengthMs,
  parseInterval,
  unitInterval,
} from './interval.ts';
export { parseDate } from './parse-date.ts';
export { isTimeUnit, type TimeUnit, timeUnits } from './time-unit.ts';
export { type YearlyChange, yearlyRule, type YearlyRule } from './yearly-rule.ts';
export {
  civilToInstant,
  clockToInstant,
  instantToCivil,
  instantToClock,
  offsetAt,
  parseZone,
  transitionsBetween,
  utc,
} from './zone.ts';
