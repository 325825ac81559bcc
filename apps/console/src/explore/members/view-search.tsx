import { revealRow, useVisibleRows } from '@orrery/embed';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { Dialog, Input, Label, TextField } from 'react-aria-components';
import type { QueryableView } from '../../model/views.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import type { ViewPickerProps } from './view-picker.tsx';

const rowHeight = 44;
const rowsShown = 8;
const rowsOfPage = 8;

type ViewSearchProps = Omit<ViewPickerProps, 'isViewChosen'>;

/**
 * Views and cubes by words of their titles, names and descriptions; only those that can be seen are in the page. Letters
 * go to the search, arrows walk through the list meanwhile, Enter chooses.
 */
export default function ViewSearch({ views, view, onView }: ViewSearchProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const found = useMemo(() => viewsWith(views, search), [views, search]);
  const [current, setCurrent] = useState(() => Math.max(0, views.indexOf(view)));
  const { from, to } = useVisibleRows(scroller, found.length, rowHeight);
  const go = (index: number) => {
    setCurrent(index);
    if (scroller.current) revealRow(scroller.current, index, rowHeight);
  };
  return (
    <Dialog aria-label={words.view}>
      {({ close }) => {
        const choose = (chosen: QueryableView | undefined) => {
          if (!chosen) return;
          close();
          if (chosen !== view) onView(chosen.name);
        };
        const onKeyDown = (event: KeyboardEvent) => {
          if (event.key === 'Enter') choose(found[current]);
          const next = stepOf(event.key, current, found.length);
          if (next === undefined) return;
          event.preventDefault();
          go(next);
        };
        return (
          <>
            <div onKeyDown={onKeyDown}>
              <TextField
                className="field search"
                type="search"
                autoFocus
                value={search}
                onChange={(next) => {
                  setSearch(next);
                  go(0);
                }}
                maxLength={255}
              >
                <Label className="unseen">{words.findView}</Label>
                <Input
                  placeholder={words.findView}
                  role="combobox"
                  aria-expanded
                  aria-autocomplete="list"
                  aria-controls={`${id}-views`}
                  aria-activedescendant={current >= from && current < to ? `${id}-${current}` : undefined}
                />
              </TextField>
            </div>
            <div role="status" className={found.length === 0 ? 'members-none' : 'unseen'}>
              {found.length === 0 ? words.nothingFound(search) : search === '' ? '' : words.viewsFound(found.length)}
            </div>
            <div
              id={`${id}-views`}
              className="menu"
              role="listbox"
              aria-label={words.view}
              ref={scroller}
              style={{ height: Math.min(found.length, rowsShown) * rowHeight }}
            >
              <div role="presentation" style={{ height: found.length * rowHeight }}>
                {found.slice(from, to).map((one, offset) => (
                  <div
                    key={one.name}
                    id={`${id}-${from + offset}`}
                    role="option"
                    aria-selected={one === view}
                    aria-setsize={found.length}
                    aria-posinset={from + offset + 1}
                    data-selected={one === view || undefined}
                    data-focused={from + offset === current || undefined}
                    style={{ top: (from + offset) * rowHeight, height: rowHeight }}
                    title={one.description ?? one.title}
                    onClick={() => choose(one)}
                  >
                    <span>{one.title}</span>
                    <span className="help">
                      {[one.isCube ? words.cube : '', one.description].filter(Boolean).join('. ')}
                    </span>
                  </div>
                ))}
              </div>
            </div>
          </>
        );
      }}
    </Dialog>
  );
}

function viewsWith(views: readonly QueryableView[], search: string): readonly QueryableView[] {
  const sought = search.toLowerCase().split(/\s+/).filter(Boolean);
  return views.filter(({ title, name, description = '' }) => {
    const text = [title, name, description].join('\n').toLowerCase();
    return sought.every((word) => text.includes(word));
  });
}

/** @returns the row that a key leads to; the keys of the text field itself lead to none */
function stepOf(key: string, at: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: rowsOfPage,
    PageUp: -rowsOfPage,
  };
  const step = steps[key];
  return step === undefined || count === 0 ? undefined : Math.min(Math.max(at + step, 0), count - 1);
}
