export {
  type ChartGranularity,
  addBuckets,
  bucketsBetween,
  bucketStart,
  nextBucket,
  plainTime,
  readCivilTime,
  readGranularity,
} from './civil-time.ts';
export { type FormatOverride, specifierOf, withOverride } from './column-format.ts';
export { decimalText, readDecimal, round } from './decimal.ts';
export { compactValue, exactValue, type Formatter, formatterOf, formatValue, kpiValue } from './formatter.ts';
export { numbersOf } from './locale-numbers.ts';
export { isSoFar } from './so-far.ts';
export { readSpecifier } from './specifier.ts';
