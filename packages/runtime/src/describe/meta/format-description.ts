import type { MetaMeasure } from '@orrery/contract';
import type { Dimension, Measure } from '@orrery/semantic';

type FormatDescription = NonNullable<MetaMeasure['formatDescription']>;

/** Describes a number format as a d3 specifier; `undefined` for members that are not numbers. */
export function describeFormat({ type, format, currency }: Dimension | Measure): FormatDescription | undefined {
  if (type !== 'number') return undefined;
  return { ...specify(format), ...(currency === undefined ? {} : { currency }) };
}

function specify(format: Dimension['format']): FormatDescription {
  if (format === 'percent') return { name: 'percent', specifier: '.2~%' };
  if (format === 'currency') return { name: 'currency', specifier: '$,.2~f' };
  if (typeof format === 'object' && format.type === 'custom-numeric') {
    return { name: format.alias ?? 'custom', specifier: format.value };
  }
  return { name: 'number', specifier: ',.2~f' };
}
