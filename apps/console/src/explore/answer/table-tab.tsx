import {
  type Column,
  columnStyleOf,
  isMeasure,
  pivotRows,
  styledColumns,
  type TableStyle,
  titleOf,
} from '@orrery/charts';
import type { Meta, Query } from '@orrery/client/data';
import { ResultTable } from '@orrery/embed';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover, Separator, ToggleButton } from 'react-aria-components';
import type { DataIdentity } from '../../api/data.ts';
import type { QueryAnswer } from '@orrery/embed';
import { Button } from '../../controls/button.tsx';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { locale } from '../../words/spoken.ts';
import type { useFieldTools } from '../calculated/use-field-tools.ts';
import { sortBy } from '../query/edit-query.ts';
import { orderOf } from '../query/fields.ts';
import { rowUnder, totalsObstacle, totalsOf } from '../query/totals.ts';
import { ActItem, type ChipAct } from '../shelves/chip.tsx';
import { useAnswer } from './use-answer.ts';

interface TableTabProps {
  readonly asker: DataIdentity;
  readonly meta: Meta;
  /** Whether the rows are those of the current query. */
  readonly isCurrent: boolean;
  readonly rows: QueryAnswer;
  readonly title: string;
  readonly query: Query;
  readonly pivot: readonly string[];
  readonly table: TableStyle | undefined;
  readonly isStatement: boolean;
  /** Absent until they are loaded. */
  readonly fields: ReturnType<typeof useFieldTools>;
  readonly onQuery: (query: Query, pivot?: readonly string[]) => void;
  readonly onTable: (table: TableStyle | undefined) => void;
}

// Only those who style a table need it.
const TableSettings = lazy(() => import('../chart-style/table-settings.tsx'));

const nothing: TableStyle = {};

/** The rows as a table, or pivoted: values of some dimensions side by side. Heads sort by their column. */
export default function TableTab(props: TableTabProps) {
  const { asker, meta, isCurrent, rows: answer, title, query, pivot, isStatement, fields, onQuery, onTable } = props;
  const { columns, rows } = answer;
  const table = props.table ?? nothing;
  const [isOpen, setOpen] = useState(false);
  const order = new Map(orderOf(query));
  const across = isStatement ? [] : pivot;
  const key = across.join(' ');
  const pivoted = useMemo(() => pivotRows(columns, rows, { across, locale }), [columns, rows, key]);
  const styleOf = useCallback(
    ({ name }: Column) => columnStyleOf(table, pivoted.sources.get(name)?.name ?? name),
    [table, pivoted],
  );
  const shown = useMemo(() => styledColumns(pivoted.columns, pivoted.rows, styleOf), [pivoted, styleOf]);
  const obstacle = isStatement ? details.noTotalsOfStatement : totalsObstacle(query, meta);
  const asked = table.hasTotals && obstacle === undefined ? totalsOf(query, across) : undefined;
  const totals = useAnswer(asker, meta, isCurrent ? asked : undefined);
  const totalRow = asked && totals.isCurrent ? rowUnder(shown.columns, totals.data, across) : undefined;
  const isOfQuery = (column: Column) => !isStatement && columns.some(({ name }) => name === column.name);
  const filteredOf = ({ name }: Column) => {
    const source = pivoted.sources.get(name);
    return source && fields?.filteredOf(source);
  };
  return (
    <>
      <div className="chart-controls">
        <ToggleButton className="button quiet" isSelected={isOpen} onChange={setOpen}>
          {details.tableSettings}
        </ToggleButton>
        {pivoted.more > 0 ? <p className="help">{details.moreColumns(pivoted.more)}</p> : null}
        {totals.error ? <p className="help">{details.noTotals(totals.error.message)}</p> : null}
      </div>
      <div className="chart-place">
        <ResultTable
          columns={shown.columns}
          rows={shown.rows}
          pinned={shown.pinned}
          styleOf={styleOf}
          totals={totalRow}
          totalsTitle={details.total}
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
                acts={fields?.actsOf(column.name) ?? []}
                onAct={(id) => fields?.add(id, column.name)}
              />
            ) : (
              <PivotedHead title={titleOf(column)} act={filteredOf(column)} />
            )
          }
        />
        {isOpen ? (
          <Suspense fallback={null}>
            <TableSettings
              columns={columns}
              table={table}
              obstacle={obstacle}
              onChange={(next) => onTable(Object.keys(next).length === 0 ? undefined : next)}
            />
          </Suspense>
        ) : null}
      </div>
    </>
  );
}

interface HeadProps {
  readonly column: Column;
  readonly sort: 'asc' | 'desc' | undefined;
  readonly onSort: (direction: 'asc' | 'desc' | undefined) => void;
  readonly onPivot: (() => void) | undefined;
  readonly acts: readonly ChipAct[];
  readonly onAct: (id: string) => void;
}

function Head({ column, sort, onSort, onPivot, acts: others, onAct }: HeadProps) {
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
          onAction={(id) => (Object.hasOwn(acts, id) ? acts[id as keyof typeof acts]() : onAct(String(id)))}
        >
          <MenuItem id="asc">{words.sortAscending}</MenuItem>
          <MenuItem id="desc">{words.sortDescending}</MenuItem>
          {sort === undefined ? null : <MenuItem id="none">{words.unsort}</MenuItem>}
          {onPivot ? <MenuItem id="pivot">{words.toColumns}</MenuItem> : null}
          {others.length > 0 ? <Separator className="menu-line" /> : null}
          {others.map((act) => (
            <ActItem key={act.id} {...act} />
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface PivotedHeadProps {
  readonly title: string;
  readonly act: { readonly title: string; readonly add: () => void } | undefined;
}

/** The head of a pivoted column: values of dimensions, of which a measure can be made. */
function PivotedHead({ title, act }: PivotedHeadProps) {
  if (!act) return title;
  return (
    <MenuTrigger>
      <Button look="quiet" className="column-head">
        <span>{title}</span>
        <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Popover className="popover">
        <Menu className="menu" aria-label={words.chipMenu(title)} onAction={act.add}>
          <MenuItem id="filtered">{act.title}</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
