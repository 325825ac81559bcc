import type { Binder } from '../binder.ts';
import { type FilterSubject, givenValues, holdsNull, typedValue } from './filter-subject.ts';
import type { Condition } from '../condition.ts';

/** Tests equality with one of the values, or with none: then rows with NULL stay, unless NULL is one of the values. */
export function equality(
  binder: Binder,
  subject: FilterSubject,
  { isNegated }: { readonly isNegated: boolean },
): Condition | undefined {
  const { operand } = subject;
  const given = givenValues(subject);
  if (given.length === 0) return { kind: 'null', operand, isNegated };
  const values = given.map((one) => typedValue(binder, subject, one)).filter((value) => value !== undefined);
  if (values.length < given.length) return undefined;
  return { kind: 'one-of', operand, values, isNegated, keepsNull: holdsNull(subject) !== isNegated };
}
