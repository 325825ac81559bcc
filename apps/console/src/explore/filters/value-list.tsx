import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useDeferredValue, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { DataIdentity } from '../../api/data.ts';
import { answerQueries } from '../../api/answer-queries.ts';
import { Button } from '../../controls/button.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { type MemberFilterValue, valuesIn } from '../../model/filter-values.ts';

interface ValueListProps {
  readonly asker: DataIdentity;
  /** The member whose values these are. */
  readonly name: string;
  readonly hasSuggestions: boolean;
  readonly values: readonly MemberFilterValue[];
  readonly fault: string | undefined;
  readonly onChange: (values: readonly MemberFilterValue[]) => void;
}

/** Values of a filter: typed, pasted as a list, or chosen among those that there are. */
export function ValueList({ asker, name, hasSuggestions, values, fault, onChange }: ValueListProps) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text);
  const found = useQuery({
    ...answerQueries.values(asker, name, search),
    enabled: hasSuggestions,
    placeholderData: keepPreviousData,
  });
  const add = (more: readonly MemberFilterValue[]) => {
    onChange([...values, ...more.filter((value) => !values.includes(value))]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || text.trim() === '') return;
    event.preventDefault();
    add([text]);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = valuesIn(event.clipboardData.getData('text/plain'));
    if (pasted.length < 2) return;
    event.preventDefault();
    add(pasted);
  };
  const suggested = (found.data?.values ?? []).map((value) => ({ key: JSON.stringify(value), value }));
  return (
    <div className="value-list">
      {values.length === 0 ? null : (
        <ul className="value-chips" aria-label={details.values}>
          {values.map((value) => (
            <li key={JSON.stringify(value)} className="chip" data-kind="filter">
              <span className="chip-text">{textOf(value)}</span>
              <Button
                look="quiet"
                className="chip-remove"
                aria-label={words.remove(textOf(value))}
                onPress={() => onChange(values.filter((each) => each !== value))}
              >
                <X size={12} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div onKeyDownCapture={onKeyDown} onPasteCapture={onPaste}>
        <TextField
          label={hasSuggestions ? details.findValue : details.addValue}
          autoFocus
          value={text}
          onChange={setText}
          onBlur={() => {
            if (!hasSuggestions && text.trim() !== '') add([text]);
          }}
          help={details.valuesHelp}
          fault={fault}
        />
      </div>
      {!hasSuggestions ? null : found.isError ? (
        <p className="help">{details.noSuggestions}</p>
      ) : (
        <ListBox
          className="menu value-suggestions"
          aria-label={details.suggestions}
          selectionMode="multiple"
          selectedKeys={values.map((value) => JSON.stringify(value))}
          onSelectionChange={(keys) => {
            const chosen = suggested.filter(({ key }) => keys === 'all' || keys.has(key));
            const others = values.filter((value) => !suggested.some(({ key }) => key === JSON.stringify(value)));
            onChange([...others, ...chosen.map(({ value }) => value)]);
          }}
          renderEmptyState={() => <p className="help">{found.isPending ? details.looking : details.noValues}</p>}
        >
          {suggested.map(({ key, value }) => (
            <ListBoxItem key={key} id={key} textValue={textOf(value)} className="menu-row">
              {textOf(value)}
            </ListBoxItem>
          ))}
        </ListBox>
      )}
      {found.data?.complete === false ? <p className="help">{details.moreValues}</p> : null}
    </div>
  );
}

function textOf(value: MemberFilterValue): string {
  return value === null ? words.none : value === '' ? details.emptyText : String(value);
}
