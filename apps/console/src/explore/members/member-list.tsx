import type { Query } from '@orrery/client/data';
import { revealRow, useVisibleRows } from '@orrery/embed';
import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { QueryableMember, QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { has } from '../query/edit-query.ts';
import { countMembers, type MemberListRow, obstacleOf, rowsOf } from './find-members.ts';
import { kindNames, MemberIcon } from './member-icon.tsx';

interface MemberListProps {
  readonly view: QueryableView;
  readonly query: Query;
  readonly search: string;
  readonly onAdd: (member: QueryableMember) => void;
  readonly onRemove: (member: QueryableMember) => void;
}

const rowHeight = 32;
const titles = {
  measures: words.measures,
  dimensions: words.dimensions,
  segments: words.segments,
  inFolder: words.groupIn,
};

/**
 * The members of a view, however many they are: only visible ones are in the page. One stop of the keyboard; arrows
 * walk, letters find, Enter adds or takes out. Members that do not go with the query are grey, with the reason.
 */
export function MemberList({ view, query, search, onAdd, onRemove }: MemberListProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(search);
  const rows = useMemo(() => rowsOf(view, wanted, titles), [view, wanted]);
  const positions = useMemo(() => positionsOf(rows), [rows]);
  const [place, setPlace] = useState({ search: '', index: -1 });
  const { from, to } = useVisibleRows(scroller, rows.length, rowHeight);
  const currentOf = (search: string, rows: readonly MemberListRow[]) => {
    const isPlaced = place.search === search && place.index >= 0 && place.index < rows.length;
    return isPlaced ? place.index : rows.findIndex(({ kind }) => kind === 'member');
  };
  const current = currentOf(wanted, rows);

  const go = (index: number) => {
    setPlace({ search, index });
    if (scroller.current) revealRow(scroller.current, index, rowHeight);
  };
  const toggle = (row: MemberListRow | undefined) => {
    if (row?.kind !== 'member') return;
    if (has(query, row.member.name)) onRemove(row.member);
    else if (!obstacleOf(view, query, row.member)) onAdd(row.member);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys may come before the rows of the newest letters are drawn; they mean those rows.
    const found = wanted === search ? rows : rowsOf(view, search, titles);
    const at = currentOf(search, found);
    const next = stepOf(event.key, at, found);
    if (next !== undefined) {
      event.preventDefault();
      go(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      toggle(found[at]);
    }
  };
  const count = positions.at(-1) ?? 0;
  const found = useMemo(() => countMembers(rows), [rows]);
  const none = search === '' ? words.noMembers : words.nothingFound(search);
  return (
    <>
      <div role="status" className={count === 0 ? 'members-none' : 'unseen'}>
        {count === 0 ? none : search === '' ? '' : words.membersFound(found)}
      </div>
      {count === 0 ? null : (
        <div
          className="members"
          role="listbox"
          aria-label={words.members}
          aria-multiselectable
          aria-activedescendant={current >= from && current < to ? `${id}-${current}` : undefined}
          tabIndex={0}
          ref={scroller}
          onKeyDown={onKeyDown}
        >
          <div role="presentation" style={{ height: rows.length * rowHeight }}>
            {rows.slice(from, to).map((row, offset) => {
              const index = from + offset;
              const style = { top: index * rowHeight };
              if (row.kind === 'group') {
                return (
                  <div key={row.key} role="presentation" className="members-group" style={style}>
                    <span>{row.title}</span>
                    <span>{row.count}</span>
                  </div>
                );
              }
              const { member } = row;
              const isIn = has(query, member.name);
              const obstacle = isIn ? undefined : obstacleOf(view, query, member);
              const reason = obstacle && words.obstacle(member.title, obstacle.title);
              return (
                <div
                  key={row.key}
                  id={`${id}-${index}`}
                  role="option"
                  className="member"
                  style={style}
                  aria-selected={isIn}
                  aria-disabled={obstacle !== undefined || undefined}
                  aria-setsize={count}
                  aria-posinset={positions[index]}
                  aria-description={[kindNames[member.kind], member.description].filter(Boolean).join('. ')}
                  data-is-at={index === current || undefined}
                  title={reason ?? member.description ?? member.title}
                  onClick={() => {
                    setPlace({ search: wanted, index });
                    toggle(row);
                  }}
                >
                  <MemberIcon kind={member.kind} />
                  <span className="member-title">{member.title}</span>
                  {reason === undefined ? null : <span className="unseen">{reason}</span>}
                </div>
              );
            })}
          </div>
        </div>
      )}
    </>
  );
}

/** @returns the row that a key leads to; names of groups are passed over */
function stepOf(key: string, at: number, rows: readonly MemberListRow[]): number | undefined {
  const isMember = (index: number) => rows[index]?.kind === 'member';
  const seek = (from: number, by: 1 | -1): number | undefined => {
    for (let index = from; index >= 0 && index < rows.length; index += by) if (isMember(index)) return index;
    return undefined;
  };
  const page = 10;
  switch (key) {
    case 'ArrowDown':
      return seek(at + 1, 1) ?? at;
    case 'ArrowUp':
      return seek(at - 1, -1) ?? at;
    case 'PageDown':
      return seek(Math.min(rows.length - 1, at + page), -1);
    case 'PageUp':
      return seek(Math.max(0, at - page), 1);
    case 'Home':
      return seek(0, 1);
    case 'End':
      return seek(rows.length - 1, -1);
    default: {
      if (!/^[\p{L}\p{N}]$/u.test(key)) return undefined;
      const begins = (index: number) => {
        const row = rows[index % rows.length];
        return row?.kind === 'member' && row.member.title.toLowerCase().startsWith(key.toLowerCase());
      };
      for (let step = 1; step <= rows.length; step++) if (begins(at + step)) return (at + step) % rows.length;
      return undefined;
    }
  }
}

/** Where each row stands among the members, counted from one; the names of groups do not count. */
function positionsOf(rows: readonly MemberListRow[]): readonly number[] {
  let position = 0;
  return rows.map(({ kind }) => (kind === 'member' ? (position += 1) : position));
}
