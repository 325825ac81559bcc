import { cellLookOf, type Column, type ColumnStyle, exactValue, formatterOf, type Row, titleOf } from '@orrery/charts';
import { CellContent } from './cell-content.tsx';
import { type CSSProperties, type ReactNode, useId, useMemo, useRef } from 'react';
import { type CellPosition, type CellRange, rangeOf } from './cell-range.ts';
import { useSelectedCells } from './use-selected-cells.ts';
import { useVisibleColumns } from './use-visible-columns.ts';
import { useVisibleRows } from './use-visible-rows.ts';

export interface ResultTableProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Name of the table for people who do not see it. */
  readonly title: string;
  readonly locale?: string | undefined;
  /** How rows are sorted by a column, where they are. */
  readonly sortOf?: ((column: Column) => 'asc' | 'desc' | undefined) | undefined;
  /** Returns the settings of a column. */
  readonly styleOf?: ((column: Column) => ColumnStyle) | undefined;
  /** How many of the first columns stay in sight. */
  readonly pinned?: number | undefined;
  /** A last row, which stays in sight: values of everything. */
  readonly totals?: Row | undefined;
  readonly totalsTitle?: string | undefined;
  /** Renders the head of a column, in place of its title. */
  readonly renderHead?: ((column: Column) => ReactNode) | undefined;
}

const rowHeight = 32;
/** Values that formats and widths are found by: those of the first rows, and some of all others. */
const sampled = 2_000;
const letterWidth = 7.5;
const widths = { least: 72, most: 360, around: 25, inHead: 28 };

/**
 * The rows of an answer as texts, however many: only those that can be seen are in the page. Cells are walked through by
 * keyboard, selected with Shift, and copied as text with tabs.
 */
export function ResultTable(props: ResultTableProps) {
  const { columns, rows, title, locale, sortOf, renderHead, pinned = 0, totals, totalsTitle } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const { from, to } = useVisibleRows(scroller, rows.length, rowHeight);
  const shown = useShownColumns(props);
  const columnWidths = useMemo(() => shown.map(({ width }) => Math.round(width)), [shown]);
  const template = columnWidths.map((width) => `${width}px`).join(' ');
  const seen = useVisibleColumns(scroller, columnWidths);
  const shownColumns = shown
    .map((each, index) => ({ ...each, index, place: placeOf(index, { pinned, columnWidths }) }))
    .filter(({ index }) => index < pinned || (index >= seen.from && index < seen.to));
  const open = (cell: CellPosition) => {
    const { link } = shown[cell.column]?.look(rows[cell.row]?.[cell.column]) ?? {};
    if (link !== undefined) window.open(link, '_blank', 'noopener,noreferrer');
  };
  const { selected, at, select, onKeyDown, onCopy } = useSelectedCells({
    ...{ scroller, columns, rows, columnWidths, rowHeight },
    onEnter: open,
  });
  const range = selected && rangeOf(selected);
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`;
  const untotalled = totals ? columns.findIndex((_, index) => totals[index] === undefined) : -1;
  const isAtShown = at !== undefined && at.row >= from && at.row < to && at.column >= seen.from && at.column < seen.to;
  return (
    <div
      className="orrery-grid"
      role="grid"
      ref={scroller}
      tabIndex={0}
      aria-label={title}
      aria-multiselectable
      aria-rowcount={rows.length + (totals ? 2 : 1)}
      aria-colcount={columns.length}
      aria-activedescendant={isAtShown ? cellId(at.row, at.column) : undefined}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
    >
      <div role="rowgroup" className="orrery-grid-head">
        <div role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
          {shownColumns.map(({ column, isNumber, index, place }) => (
            <div
              key={column.name}
              role="columnheader"
              style={place}
              data-is-pinned={index < pinned || undefined}
              aria-colindex={index + 1}
              aria-sort={sortNames[sortOf?.(column) ?? 'none']}
              data-is-number={isNumber || undefined}
            >
              {renderHead ? renderHead(column) : titleOf(column)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="orrery-grid-body" style={{ height: rows.length * rowHeight }}>
        {rows.slice(from, to).map((row, offset) => {
          const number = from + offset;
          return (
            <div
              key={number}
              role="row"
              aria-rowindex={number + 2}
              data-is-odd={number % 2 === 1 || undefined}
              style={{ gridTemplateColumns: template, top: number * rowHeight }}
            >
              {shownColumns.map(({ column, format, look, isNumber, index, place }) => {
                const isIn = range !== undefined && isWithin(range, number, index);
                const isAt = at?.row === number && at.column === index;
                const cell = look(row[index]);
                return (
                  <div
                    key={column.name}
                    id={cellId(number, index)}
                    role="gridcell"
                    style={place}
                    data-is-pinned={index < pinned || undefined}
                    aria-colindex={index + 1}
                    aria-selected={isIn || undefined}
                    data-is-at={isAt || undefined}
                    data-tone={cell.tone}
                    data-is-number={isNumber || undefined}
                    title={isAt ? exactValue(row[index], column, locale) : undefined}
                    onPointerDown={(event) => select({ row: number, column: index }, event.shiftKey)}
                  >
                    <CellContent text={format(row[index])} look={cell} />
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
      {totals ? (
        <div role="rowgroup" className="orrery-grid-totals">
          <div role="row" aria-rowindex={rows.length + 2} style={{ gridTemplateColumns: template }}>
            {shownColumns.map(({ column, format, isNumber, index, place }) => (
              <div
                key={column.name}
                role="gridcell"
                style={place}
                data-is-pinned={index < pinned || undefined}
                aria-colindex={index + 1}
                data-is-number={isNumber || undefined}
              >
                {totals[index] === undefined ? (index === untotalled ? totalsTitle : '') : format(totals[index])}
              </div>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** Columns with their format, look and width, which their values decide on. */
function useShownColumns({ columns, rows, locale, styleOf }: ResultTableProps) {
  return useMemo(() => {
    const sample =
      rows.length <= sampled ? rows : rows.filter((_, index) => index % Math.ceil(rows.length / sampled) === 0);
    return columns.map((column, index) => {
      const values = sample.map((row) => row[index]);
      const format = formatterOf(column, { locale, values });
      const longest = values.reduce((most: number, value) => Math.max(most, format(value).length), 0);
      const head = titleOf(column).length * letterWidth + widths.inHead;
      const wanted = Math.max(widths.least, head, longest * letterWidth) + widths.around;
      const set = styleOf?.(column) ?? {};
      const width = set.width ?? Math.min(widths.most, wanted);
      const look = cellLookOf(column, lazily(rows, index), set);
      return { column, format, look, width, isNumber: column.type === 'number' };
    });
  }, [columns, rows, locale, styleOf]);
}

/** Values of a column, read only where somebody goes through them. */
function* lazily(rows: readonly Row[], index: number): Iterable<Row[number]> {
  for (const row of rows) yield row[index];
}

interface Pinning {
  readonly pinned: number;
  readonly columnWidths: readonly number[];
}

/** Returns the styles that position a cell in its row; pinned cells stay next to each other at its beginning. */
function placeOf(index: number, { pinned, columnWidths }: Pinning): CSSProperties {
  const place = { gridColumn: index + 1 };
  if (index >= pinned) return place;
  return { ...place, insetInlineStart: columnWidths.slice(0, index).reduce((sum, width) => sum + width, 0) };
}

const sortNames = { asc: 'ascending', desc: 'descending', none: undefined } as const;

function isWithin({ from, to }: CellRange, row: number, column: number): boolean {
  return row >= from.row && row <= to.row && column >= from.column && column <= to.column;
}
