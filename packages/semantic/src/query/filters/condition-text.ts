import { type Binder, report } from '../binder.ts';
import { type FilterSubject, givenValues, holdsNull, reportUnsupported } from './filter-subject.ts';
import { filteredType, isText } from '../../model/index.ts';
import type { Condition, TextMatch } from '../condition.ts';

/** Matches one of the values, or none: then rows with NULL stay, unless NULL is one of the values. */
export function textCondition(
  binder: Binder,
  subject: FilterSubject,
  { match, isNegated }: { readonly match: TextMatch; readonly isNegated: boolean },
): Condition | undefined {
  const { member, operand } = subject;
  if (member.type !== 'string') {
    return reportUnsupported(binder, subject, `It is for strings; ${member.id} is a ${filteredType(member)}`);
  }
  const given = givenValues(subject);
  if (given.length === 0) return { kind: 'null', operand, isNegated };
  const bad = given.filter(({ text }) => !isText(text));
  for (const { path } of bad) report(binder, 'query.bad-text', { member: member.id }, path);
  if (bad.length > 0) return undefined;
  const values = given.map(({ text }) => text);
  return { kind: 'text', match, operand, values, isNegated, keepsNull: holdsNull(subject) !== isNegated };
}
