/** Whole milliseconds of a count of units, cut off. @param unitsAMs less than one for units longer than it */
export function msOf(units: number | bigint, unitsAMs: number): number {
  if (unitsAMs <= 1) return Math.round(Number(units) / unitsAMs); // units of a second to a millisecond: exact
  if (typeof units === 'number') {
    const rest = units % unitsAMs;
    return (units - (rest < 0 ? rest + unitsAMs : rest)) / unitsAMs;
  }
  const divisor = BigInt(unitsAMs);
  const rest = units % divisor;
  return Number((units - (rest < 0n ? rest + divisor : rest)) / divisor);
}

const two = (value: number) => String(value).padStart(2, '0');

/** Seconds as a time of day or a duration, `-100:20:30`. */
export function clockText(seconds: number): string {
  const left = Math.abs(seconds);
  const minutes = Math.floor(left / 60);
  return `${seconds < 0 ? '-' : ''}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(left % 60)}`;
}

/** Parts of seconds, `20:30:40.125`. @param digits of the fraction */
export function finerClockText(units: bigint, digits: number): string {
  const one = 10n ** BigInt(digits);
  const left = units < 0n ? -units : units;
  const whole = clockText(Number(left / one));
  const fraction = digits === 0 ? '' : `.${String(left % one).padStart(digits, '0')}`;
  return `${units < 0n ? '-' : ''}${whole}${fraction}`;
}
