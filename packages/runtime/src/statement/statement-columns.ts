import type { RowEncoding, RowKey } from '@orrery/engines';
import type { Dimension, Member, MemberId, ModelIndex } from '@orrery/semantic';
import type { SplitStatement } from '@orrery/sql';

type SplitColumn = SplitStatement['columns'][number];

/** A column of the answer, as the first line tells it. */
export interface StatementColumn {
  readonly name: string;
  readonly column_type: SplitColumn['columnType'];
  /** The format in the model, where the column is a member. */
  readonly format?: NonNullable<Dimension['format']>;
  /** ISO 4217 code. */
  readonly currency?: string;
  /** How people see the member that the column shows; present where the column has the full name of the member. */
  readonly title?: string;
  readonly shortTitle?: string;
  readonly role?: 'measure' | 'dimension';
  /** How a measure adds up. */
  readonly aggType?: string;
  /** The granularity of buckets of time. */
  readonly granularity?: string;
}

export function statementColumns(columns: readonly SplitColumn[], model: ModelIndex): readonly StatementColumn[] {
  return columns.map(({ name, type, columnType, isConstant, member: shown = '' }): StatementColumn => {
    const [piece = '', local = '', granularity] = shown.split('.');
    const member = model.members.get(shown as MemberId);
    const { format, currency } = member && member.kind !== 'segment' ? member : {};
    const named = shown === name ? (member ?? model.members.get(`${piece}.${local}` as MemberId)) : undefined;
    return {
      name,
      // Clients expect written whole numbers as they get counts.
      column_type: isConstant && type.name === 'int4' ? 'Int64' : columnType,
      ...(format === undefined ? {} : { format }),
      ...(currency === undefined ? {} : { currency }),
      ...(named ? aboutMember(named, granularity) : {}),
    };
  });
}

type AboutMember = Pick<StatementColumn, 'title' | 'shortTitle' | 'role' | 'aggType' | 'granularity'>;

function aboutMember(member: Member, granularity: string | undefined): AboutMember {
  if (member.kind === 'segment') return {};
  const { title, shortTitle } = member;
  if (member.kind === 'measure') return { title, shortTitle, role: 'measure', aggType: member.aggregateType };
  return { title, shortTitle, role: 'dimension', ...(granularity === undefined ? {} : { granularity }) };
}

/** Where the values of a column come from. */
export interface ColumnOrigin {
  /** The member of the model that the column shows as it is. */
  readonly member?: string;
  /** The statement itself says the value of all rows. */
  readonly isConstant: boolean;
}

export function originOf({ member, isConstant }: SplitColumn): ColumnOrigin {
  return { isConstant, ...(member === undefined ? {} : { member }) };
}

export type ShownType = 'string' | 'number' | 'boolean' | 'time';

/** A column as it is shown. */
export interface PresentedColumn extends Omit<StatementColumn, 'column_type'> {
  readonly type: ShownType;
}

export function shownColumns({
  columns,
  types,
}: {
  readonly columns: readonly StatementColumn[];
  readonly types: readonly ShownType[];
}): readonly PresentedColumn[] {
  return columns.map(({ column_type: _, ...column }, index) => ({ ...column, type: types[index] ?? 'string' }));
}

export function encodingOf(columns: readonly SplitColumn[]): RowEncoding {
  const keys = columns.map(({ name, type, member }, index) => {
    // A member has the digits of its data source, as in the answer to a query.
    const isStored = type.name === 'numeric' && member !== undefined;
    return { name, output: index, ...(isStored ? {} : shown(type)) };
  });
  return { format: 'lines', keys };
}

function shown(type: SplitColumn['type']): Pick<RowKey, 'shows'> {
  switch (type.name) {
    case 'date':
      return { shows: 'day' };
    case 'interval':
      return { shows: 'interval' };
    case 'numeric':
      return { shows: 'number' };
    default:
      return {};
  }
}

export function engineType({ columnType: name }: SplitColumn): ShownType {
  if (typeof name === 'object') return 'Date' in name ? 'time' : 'string';
  if (name === 'Boolean') return 'boolean';
  if (name === 'Timestamp') return 'time';
  return name === 'String' || name === 'Blob' ? 'string' : 'number';
}
