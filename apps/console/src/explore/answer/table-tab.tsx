import { type Column, isMeasure, pivotRows, titleOf } from '@orrery/charts';
import type { Query } from '@orrery/client/data';
import { ResultTable } from '@orrery/embed';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { Answered } from '../../api/queries.ts';
import { Button } from '../../controls/button.tsx';
import { exploreWords as words } from '../../words/explore-words.ts';
import { locale } from '../../words/spoken.ts';
import { sortBy } from '../query/edit-query.ts';
import { orderOf } from '../query/fields.ts';

interface TableTabProps {
  readonly rows: Answered;
  readonly title: string;
  readonly query: Query;
  readonly pivot: readonly string[];
  readonly isStatement: boolean;
  readonly onQuery: (query: Query, pivot?: readonly string[]) => void;
}

/** The rows as a table, or pivoted: values of some dimensions side by side. Heads sort by their column. */
export function TableTab({ rows: { columns, rows }, title, query, pivot, isStatement, onQuery }: TableTabProps) {
  const order = new Map(orderOf(query));
  const across = isStatement ? [] : pivot;
  const shown = useMemo(() => pivotRows(columns, rows, { across, locale }), [columns, rows, across.join(' ')]);
  const isOfQuery = (column: Column) => !isStatement && columns.some(({ name }) => name === column.name);
  return (
    <>
      {shown.more > 0 ? <p className="help">{words.moreColumns(shown.more)}</p> : null}
      <ResultTable
        columns={shown.columns}
        rows={shown.rows}
        title={title}
        locale={locale}
        sortOf={({ name }) => order.get(name)}
        renderHead={(column) =>
          isOfQuery(column) ? (
            <Head
              column={column}
              sort={order.get(column.name)}
              onSort={(direction) => onQuery(sortBy(query, column.name, direction))}
              onPivot={isMeasure(column) ? undefined : () => onQuery(query, [...pivot, column.name])}
            />
          ) : (
            titleOf(column)
          )
        }
      />
    </>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly sort: 'asc' | 'desc' | undefined;
  readonly onSort: (direction: 'asc' | 'desc' | undefined) => void;
  readonly onPivot: (() => void) | undefined;
}

function Head({ column, sort, onSort, onPivot }: HeadProps) {
  const title = titleOf(column);
  const acts = {
    asc: () => onSort('asc'),
    desc: () => onSort('desc'),
    none: () => onSort(undefined),
    pivot: () => onPivot?.(),
  };
  return (
    <MenuTrigger>
      <Button look="quiet" className="column-head">
        <span>{title}</span>
        {sort === undefined ? (
          <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
        ) : (
          <span aria-hidden="true">{sort === 'asc' ? '↑' : '↓'}</span>
        )}
      </Button>
      <Popover className="popover">
        <Menu
          className="menu"
          aria-label={words.chipMenu(title)}
          onAction={(id) => acts[id as keyof typeof acts]()} // of the items below
        >
          <MenuItem id="asc">{words.sortAscending}</MenuItem>
          <MenuItem id="desc">{words.sortDescending}</MenuItem>
          {sort === undefined ? null : <MenuItem id="none">{words.unsort}</MenuItem>}
          {onPivot ? <MenuItem id="pivot">{words.toColumns}</MenuItem> : null}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
