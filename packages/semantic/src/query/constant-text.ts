import type { QueryConstant } from './query.ts';

/** Writes a constant for people and for recorded plans. */
export function constantText(value: QueryConstant): string {
  switch (value.type) {
    case 'string':
      return JSON.stringify(value.text);
    case 'number':
      return value.text;
    case 'boolean':
      return String(value.isTrue);
    case 'time':
      return instantText(value.instant);
  }
}

export function instantText(instant: number): string {
  return new Date(instant).toISOString();
}
