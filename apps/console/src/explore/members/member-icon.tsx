import { Clock, Filter } from 'lucide-react';
import type { MemberKind } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';

const letters = { measure: 'Σ', text: 'Abc', number: '12', boolean: 'T/F' } as const;
export const kindNames = {
  measure: words.kindMeasure,
  text: words.kindText,
  number: words.kindNumber,
  time: words.kindTime,
  boolean: words.kindBoolean,
  segment: words.kindSegment,
} as const;

/** The kind of a member, by shape and letter and never by colour alone. */
export function MemberIcon({ kind }: { readonly kind: MemberKind }) {
  return (
    <span className="member-icon" title={kindNames[kind]}>
      {kind === 'time' ? (
        <Clock size={14} strokeWidth={1.5} aria-hidden="true" />
      ) : kind === 'segment' ? (
        <Filter size={14} strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <span aria-hidden="true">{letters[kind]}</span>
      )}
    </span>
  );
}
