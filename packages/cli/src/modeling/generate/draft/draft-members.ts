import type { ColumnDescription } from '@orrery/engines';
import type { Dialect } from '@orrery/semantic';
import { numberMeaning, textFormat, whyLeftOut } from './column-meaning.ts';
import type { DimensionDraft, MeasureDraft } from './draft.ts';
import type { TableKey, LeftOut, TableFacts } from '../facts.ts';
import { NameSpace, snakeName, titleOfSource } from './names.ts';
import type { GeneratedKey } from '../row-key.ts';
import { columnInModel, isPlainColumn } from './sql-text.ts';

export interface MembersDraft {
  readonly dimensions: readonly DimensionDraft[];
  readonly measures: readonly MeasureDraft[];
  /** Columns that became no member. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Drafts a dimension for every column, and also a measure for amounts and rates. A measure with the name of its
 * dimension replaces it: `total` is the sum of the column `total`.
 */
export function draftMembers({ table, key, references }: TableFacts, dialect: Dialect): MembersDraft {
  const names = new NameSpace(['count']);
  const leftOut: LeftOut[] = [];
  const columns = table.columns.flatMap((column, index) => {
    const plainName = snakeName(column.name, `column_${index + 1}`);
    const why = isNeeded(column, key) ? undefined : whyLeftOut(plainName, column);
    if (why === undefined) return { column, plainName };
    leftOut.push({ what: column.name, why });
    return [];
  });
  const referring = new Set(references.flatMap((reference) => reference.columns));
  const measures: MeasureDraft[] = [{ name: 'count', type: 'count' }];
  const dimensions: DimensionDraft[] = [];
  const named = columns.map(({ column, plainName }) => {
    const isKey = key?.columns.includes(column.name) ?? false;
    const measure =
      isKey || referring.has(column.name)
        ? undefined
        : (perUnitMeasure(column, plainName, columns, dialect) ?? measureOf(column, plainName, dialect));
    return { column, isKey, measure, name: measure?.name === plainName ? undefined : names.take(plainName) };
  });
  for (const { column, isKey, measure, name } of named) {
    if (measure) measures.push({ ...measure, name: names.take(measure.name) });
    if (name === undefined) continue;
    dimensions.push({
      ...faceOf(column),
      name,
      column: column.name,
      sql: columnSql(column.name, dialect),
      type: column.type ?? 'string',
      ...(measure?.format === undefined ? formatOf(column, name) : { format: measure.format }),
      isPrimaryKey: isKey,
      isPublic: isKey || !referring.has(column.name),
      ...(isKey && key ? keyComment(key, column.name) : {}),
    });
  }
  if (key?.rowKey) dimensions.push(rowKeyDimension(key.rowKey, names.take('row_key')));
  return { dimensions: dimensions.toSorted((one, other) => rank(one) - rank(other)), measures, leftOut };
}

function rowKeyDimension({ sql, type }: GeneratedKey, name: string): DimensionDraft {
  const comment =
    'No key was found. Joins need one, so the row identifier of the engine is used; a key of the table is better.';
  return { name, column: '', sql: sql('{CUBE}'), type, isPrimaryKey: true, isPublic: true, comment };
}

function rank({ isPrimaryKey }: DimensionDraft): number {
  return isPrimaryKey ? 0 : 1;
}

/** Whether a column is needed whatever its name suggests: other cubes join by the key. */
function isNeeded({ name, type }: ColumnDescription, key: TableKey | undefined): boolean {
  return type !== undefined && (key?.columns.includes(name) ?? false);
}

function columnSql(name: string, dialect: Dialect): string {
  return isPlainColumn(name) ? name : `{CUBE}.${columnInModel(name, dialect)}`;
}

function faceOf({ name, comment }: ColumnDescription): Pick<DimensionDraft, 'title' | 'description'> {
  const title = titleOfSource(name);
  const description = comment?.replaceAll(/\s+/g, ' ').trim();
  return { ...(title ? { title } : {}), ...(description ? { description } : {}) };
}

function formatOf({ type }: ColumnDescription, name: string): Pick<DimensionDraft, 'format'> {
  const format = type === 'string' ? textFormat(name) : undefined;
  return format === undefined ? {} : { format };
}

function keyComment({ columns, origin }: TableKey, column: string): Pick<DimensionDraft, 'comment'> {
  if (column !== columns[0] || origin.kind === 'declared') return {};
  const what = columns.length === 1 ? 'Key' : `Key, together with ${columns.slice(1).join(' and ')}`;
  const why =
    origin.kind === 'data' ? 'present and unique in all rows' : 'by its name, because there are no rows to check';
  return { comment: `${what}, inferred: ${why}.` };
}

/** Drafts the product of a unit price or cost and a quantity, which is usually the useful measure. */
function perUnitMeasure(
  column: ColumnDescription,
  plainName: string,
  all: readonly { readonly column: ColumnDescription; readonly plainName: string }[],
  dialect: Dialect,
): MeasureDraft | undefined {
  const [, whole] = /^unit_(price|cost)$/.exec(plainName) ?? [];
  const quantity = all.find((one) => /^(?:quantity|qty|units)$/.test(one.plainName) && one.column.type === 'number');
  if (whole === undefined || column.type !== 'number' || !quantity) return undefined;
  const [count, price] = [quantity.column.name, column.name].map((name) => `{CUBE}.${columnInModel(name, dialect)}`);
  return { name: `total_${whole}`, column: column.name, type: 'sum', sql: `${count} * ${price}`, format: 'currency' };
}

function measureOf(column: ColumnDescription, plainName: string, dialect: Dialect): MeasureDraft | undefined {
  if (column.type !== 'number') return undefined;
  const meaning = numberMeaning(plainName, column.engineType);
  if (meaning.kind === 'other') return undefined;
  const title = titleOfSource(column.name);
  const [prefix, word] = meaning.kind === 'amount' ? ['total', 'Total'] : ['average', 'Average'];
  const saysSo = meaning.kind === 'amount' ? /(?:^|_)(?:sub)?total(?:_|$)/ : /^(?:avg|average|mean|median)_/;
  return {
    name: saysSo.test(plainName) ? plainName : `${prefix}_${plainName.replace(/s_count$/, 's')}`,
    column: column.name,
    ...(title ? { title: `${word} ${title}` } : {}),
    ...(faceOf(column).description ? { description: faceOf(column).description } : {}),
    type: meaning.kind === 'amount' ? 'sum' : 'avg',
    sql: columnSql(column.name, dialect),
    ...(meaning.isMoney ? { format: 'currency' } : {}),
  };
}
