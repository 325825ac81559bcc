import { numbersOf } from '../format/index.ts';

const days = Array.from({ length: 7 }, (_, day) => Date.UTC(2023, 0, 1 + day)); // a Sunday comes first
const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2023, month));

/**
 * A locale in the form of d3, in which formats of Vega-Lite specs are applied.
 * Source: https://vega.github.io/vega/docs/api/locale
 */
export function d3Locale(locale: string | undefined) {
  const numbers = numbersOf(locale);
  const names = (times: readonly number[], options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(numbers.locale, { ...options, timeZone: 'UTC' });
    return times.map((time) => format.format(time));
  };
  const parts = new Intl.NumberFormat(numbers.locale).formatToParts(1_234_567.5);
  const separator = (type: string) => parts.find((part) => part.type === type)?.value;
  const sizes = parts.filter(({ type }) => type === 'integer').map(({ value }) => value.length);
  return {
    number: {
      decimal: separator('decimal') ?? '.',
      thousands: separator('group') ?? ',',
      grouping: [sizes.at(-1) ?? 3, sizes.at(-2) ?? 3],
      currency: [...numbers.around(undefined)],
      minus: '\u2212',
    },
    time: {
      dateTime: '%x %X',
      date: '%d %b %Y',
      time: '%H:%M:%S',
      periods: ['AM', 'PM'],
      days: names(days, { weekday: 'long' }),
      shortDays: names(days, { weekday: 'short' }),
      months: names(months, { month: 'long' }),
      shortMonths: names(months, { month: 'short' }),
    },
  };
}
