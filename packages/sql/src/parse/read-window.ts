import type { OrderItem, WindowDefinition, WrittenFrame, WrittenFrameBound } from '../syntax/index.ts';
import { type NodeFields, listOf, namesOf, numberOf, positionOf, type ParseContext, textOf } from './reading.ts';

export function readOrder(reading: ParseContext, items: unknown): readonly OrderItem[] {
  return listOf(items).map((item) => {
    const sort = item['SortBy'] as NodeFields; // the only kind in such a list
    const nulls = textOf(sort['sortby_nulls']);
    const using = namesOf(sort['useOp']).at(-1);
    return {
      expression: reading.expression(sort['node'] as NodeFields),
      isDescending: sort['sortby_dir'] === 'SORTBY_DESC' || using === '>',
      ...(nulls === 'SORTBY_NULLS_FIRST' ? { nulls: 'first' as const } : {}),
      ...(nulls === 'SORTBY_NULLS_LAST' ? { nulls: 'last' as const } : {}),
    };
  });
}

/** @param window of OVER, or of the WINDOW clause, which names it itself */
export function readWindow(reading: ParseContext, window: NodeFields, isNamed = false): WindowDefinition {
  const { source } = reading;
  const position = positionOf(source, window) ?? 0;
  const index = source.indexAt(position);
  const named = isNamed ? '' : textOf(window['name']);
  const extended = textOf(window['refname']);
  const frame = frameOf(reading, window);
  return {
    partition: listOf(window['partitionClause']).map(reading.expression),
    order: readOrder(reading, window['orderClause']),
    position,
    ...(named ? { base: source.name(index, named) } : {}),
    ...(extended ? { base: source.name(index + 1, extended) } : {}),
    ...(frame ? { frame } : {}),
  };
}

// Bits of `frameOptions`.
const isWritten = 0x1;
const units = { range: 0x2, rows: 0x4, groups: 0x8 };
const starts = {
  unboundedPreceding: 0x20,
  unboundedFollowing: 0x80,
  currentRow: 0x200,
  preceding: 0x800,
  following: 0x2000,
};
const excludes = { currentRow: 0x8000, group: 0x10000, ties: 0x20000 };

function frameOf(reading: ParseContext, window: NodeFields): WrittenFrame | undefined {
  const options = numberOf(window['frameOptions']);
  if ((options & isWritten) === 0) return undefined;
  const has = (bit: number) => (options & bit) !== 0;
  return {
    unit: has(units.rows) ? 'rows' : has(units.groups) ? 'groups' : 'range',
    from: boundOf(reading, options, window['startOffset']),
    to: boundOf(reading, options >> 1, window['endOffset']), // each bit of an end stands behind that of the start
    ...(has(excludes.currentRow) ? { exclude: 'current-row' as const } : {}),
    ...(has(excludes.group) ? { exclude: 'group' as const } : {}),
    ...(has(excludes.ties) ? { exclude: 'ties' as const } : {}),
  };
}

function boundOf(reading: ParseContext, options: number, offset: unknown): WrittenFrameBound {
  const has = (bit: number) => (options & bit) !== 0;
  if (has(starts.unboundedPreceding)) return { kind: 'unbounded-preceding' };
  if (has(starts.unboundedFollowing)) return { kind: 'unbounded-following' };
  if (has(starts.currentRow)) return { kind: 'current-row' };
  return { kind: has(starts.preceding) ? 'preceding' : 'following', by: reading.expression(offset as NodeFields) };
}
