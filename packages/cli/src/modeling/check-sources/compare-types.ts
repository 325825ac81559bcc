import type { ResultColumn } from '@orrery/engines';
import type { Dialect, Dimension, Measure, SiteOptions, ValueType } from '@orrery/semantic';

export type SourceType = ResultColumn['type'];

/** Names of value types in messages. */
export const spoken: Readonly<Record<SourceType, string>> = {
  string: 'text',
  number: 'numbers',
  boolean: 'true or false',
  time: 'times',
};

/**
 * Whether values of this type fit the declared type of a dimension. Everything can be shown as text. MySQL has no
 * booleans, and compares them as numbers.
 */
export function fits({ type }: Dimension, found: SourceType, { name }: Dialect): boolean {
  if (type === 'time' && found === 'string') return true; // they are cast
  return type === 'string' || type === found || (type === 'boolean' && found === 'number' && name === 'mysql');
}

/** Minima and maxima of any type count as numbers for clients; an expression over measures declares its own type. */
export function measureFits({ expression, type }: Measure, found: SourceType, { name }: Dialect): boolean {
  if (expression.kind !== 'calculated' && expression.kind !== 'raw-aggregate') return true;
  return type === 'string' || type === found || (type === 'boolean' && found === 'number' && name === 'mysql');
}

/** Whether a type can be summed or averaged. Some engines also read numbers from text, up to the first letter. */
export function canAggregate({ expression }: Measure, found: SourceType): boolean {
  if (expression.kind !== 'aggregate') return true;
  const needsNumbers = expression.function === 'sum' || expression.function === 'avg';
  return !needsNumbers || found === 'number' || found === 'boolean';
}

/** The time of a number of seconds, as each database writes it; none of them casts numbers to times. */
const timeOfSeconds: Readonly<Record<string, string>> = {
  clickhouse: 'toDateTime64({CUBE}.created_at, 0)',
  duckdb: 'to_timestamp({CUBE}.created_at)',
  postgres: 'to_timestamp({CUBE}.created_at)',
  mysql: 'FROM_UNIXTIME({CUBE}.created_at)',
  trino: 'from_unixtime({CUBE}.created_at)',
};

export function wayOut(type: ValueType, found: SourceType, { name }: Dialect): SiteOptions {
  switch (type) {
    case 'time': {
      if (found === 'boolean') return { hint: 'Declare type: boolean' };
      const example = timeOfSeconds[name];
      return example === undefined
        ? { hint: 'Make times of them in sql' }
        : { hint: `Make times of them in sql, of seconds since 1970 as ${example}` };
    }
    case 'number':
      return { hint: found === 'time' ? 'Declare type: time' : 'Cast them in sql, or declare type: string' };
    case 'boolean':
      return { hint: `Write a condition in sql, as {CUBE}.is_paid ${found === 'number' ? '<> 0' : "= 'yes'"}` };
    case 'string':
      return {};
  }
}
