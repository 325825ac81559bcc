import type { Query } from '@orrery/client/data';
import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { DataIdentity } from '../../api/data.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import type { QueryableMember, QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { MemberSearch } from '../members/member-search.tsx';
import { addMember, comparedRangesOf, rangeOf, removeMember, setFilter, setRange } from '../query/edit-query.ts';
import { isMemberFilter, memberNamed, memberOf } from '../query/fields.ts';
import { filterText, rangesText } from '../query/sentence.ts';

interface FilterBarProps {
  readonly asker: DataIdentity;
  readonly view: QueryableView;
  readonly query: Query;
  readonly timezone: string | undefined;
  /** The member that a filter is made for; empty while it is looked for. */
  readonly adding: string | undefined;
  readonly onAdding: (member: string | undefined) => void;
  readonly onChange: (query: Query) => void;
  readonly onReset: () => void;
}

/** Every condition on the rows, each to be changed or taken off. */
export function FilterBar({ asker, view, query, timezone, adding, onAdding, onChange, onReset }: FilterBarProps) {
  const [editing, setEditing] = useState<number>();
  const editors = useEditors();
  const filters = query.filters ?? [];
  const edited = editing === undefined ? undefined : filters[editing];
  const titleOf = (name: string) => memberNamed(view, name)?.title ?? name;
  const close = () => {
    onAdding(undefined);
    setEditing(undefined);
  };
  /** A segment is a condition as it is: it has no operator. */
  const choose = (chosen: QueryableMember) => {
    if (chosen.kind !== 'segment') return onAdding(chosen.name);
    onChange(addMember(query, chosen));
    close();
  };
  const member = edited && isMemberFilter(edited) ? memberOf(edited) : adding || undefined;
  const isTime = member !== undefined && memberNamed(view, member)?.kind === 'time' && edited === undefined;
  const zone = timezone === undefined ? '' : `, ${timezone}`;
  return (
    <div className="shelf" role="group" aria-label={words.filters}>
      <span className="shelf-title" aria-hidden="true">
        {words.filters}
      </span>
      {(query.timeDimensions ?? []).map((entry) => {
        const [{ dimension }, text] = [entry, rangesText(entry)];
        return text === undefined ? null : (
          <FilterChip
            key={dimension}
            text={`${words.inRange(titleOf(dimension), text)}${zone}`}
            onEdit={() => onAdding(dimension)}
            onRemove={() => onChange(setRange(query, dimension, undefined))}
          />
        );
      })}
      {(query.segments ?? []).map((segment) => (
        <FilterChip key={segment} text={titleOf(segment)} onRemove={() => onChange(removeMember(query, segment))} />
      ))}
      {filters.map((filter, index) => (
        <FilterChip
          key={`${index} ${filterText(filter, view)}`}
          text={filterText(filter, view)}
          onEdit={isMemberFilter(filter) ? () => setEditing(index) : undefined}
          onRemove={() => onChange(setFilter(query, index, undefined))}
        />
      ))}
      <Button look="quiet" onPress={() => onAdding('')}>
        <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
        {words.addFilter}
      </Button>
      <Button look="quiet" onPress={onReset}>
        {words.reset}
      </Button>
      <Dialog title={words.addFilter} isOpen={adding === ''} onClose={close}>
        <MemberSearch view={view} query={{}} onAdd={choose} onRemove={choose} autoFocus />
      </Dialog>
      {member === undefined || !editors ? null : (
        <Dialog title={words.filterOf(titleOf(member))} isOpen onClose={close}>
          {isTime ? (
            <editors.RangeEditor
              range={rangeOf(query, member)}
              compared={comparedRangesOf(query, member)}
              onApply={(range, compared) => {
                onChange(setRange(query, member, range, compared));
                close();
              }}
              onClose={close}
            />
          ) : (
            <editors.FilterEditor
              asker={asker}
              member={memberNamed(view, member)}
              name={member}
              filter={edited && isMemberFilter(edited) ? edited : undefined}
              onApply={(filter) => {
                onChange(setFilter(query, editing ?? filters.length, filter));
                close();
              }}
              onClose={close}
            />
          )}
        </Dialog>
      )}
    </div>
  );
}

/** Loads the editors of filters, in parallel with the first answer. A dialog waits for them, so that no key is lost. */
function useEditors() {
  const [editors, setEditors] = useState<Awaited<ReturnType<typeof loadEditors>>>();
  useEffect(() => {
    // Without them a filter is not opened; the page is read again after an update.
    loadEditors().then(setEditors, () => undefined);
  }, []);
  return editors;
}

async function loadEditors() {
  const [filter, range] = await Promise.all([import('./filter-editor.tsx'), import('./range-editor.tsx')]);
  return { FilterEditor: filter.default, RangeEditor: range.default };
}

interface FilterChipProps {
  readonly text: string;
  /** Absent: there is no editor for it. */
  readonly onEdit?: (() => void) | undefined;
  readonly onRemove: () => void;
}

function FilterChip({ text, onEdit, onRemove }: FilterChipProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    if (!event.repeat) onRemove();
  };
  return (
    <div className="chip" data-kind="filter" onKeyDownCapture={onKeyDown}>
      {onEdit ? (
        <Button look="quiet" onPress={onEdit}>
          {text}
        </Button>
      ) : (
        <span className="chip-text">{text}</span>
      )}
      <Button look="quiet" className="chip-remove" aria-label={words.remove(text)} onPress={onRemove}>
        <X size={12} aria-hidden="true" />
      </Button>
    </div>
  );
}
