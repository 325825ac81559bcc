import { type Column, formatterOf, type Row, titleOf, type Value } from '@orrery/charts';

type TemplateFields = Readonly<Record<string, Value>>;

/** A row for a template: its values by the names of their columns, and as texts in the format of the model. */
type TemplateRow = Readonly<Record<string, Value | TemplateFields>>;

/** The rows that templates and scripts of HTML charts read, as `result`. */
export interface TemplateResult {
  readonly data: readonly TemplateRow[];
  /** The first row; empty where there is none. */
  readonly _first: TemplateRow;
  readonly columns: readonly { readonly name: string; readonly title: string }[];
}

/**
 * Rows as objects. A value stands under the full name of its column, and under the part behind the view where no other column
 * has it: `orders.at.month` and `at_month`. Numbers are numbers where these have all the digits, else texts.
 */
export function templateResult(
  columns: readonly Column[],
  rows: readonly Row[],
  locale: string | undefined,
): TemplateResult {
  const keys = keysOf(columns);
  const formats = columns.map((column, index) =>
    formatterOf(column, { locale, values: rows.map((row) => row[index]) }),
  );
  const fieldsOf = (valueAt: (index: number) => Value): TemplateFields =>
    Object.fromEntries(keys.flatMap((names, index) => names.map((name) => [name, valueAt(index)])));
  const data = rows.map((row) => ({
    ...fieldsOf((index) => plainValue(columns[index], row[index])),
    _text: fieldsOf((index) => formats[index]?.(row[index])),
  }));
  return {
    data,
    _first: data[0] ?? {},
    columns: columns.map((column) => ({ name: column.name, title: titleOf(column) })),
  };
}

/** Names of the language are no names of fields: objects answer to them by themselves. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', '_text']);

function keysOf(columns: readonly Column[]): readonly (readonly string[])[] {
  const short = columns.map(({ name }) => name.slice(name.indexOf('.') + 1).replaceAll(/\W/g, '_'));
  return columns.map(({ name }, index) => {
    const own = short[index] ?? name;
    const isAlone = short.filter((each) => each === own).length === 1;
    return [...new Set([name, ...(isAlone ? [own] : [])])].filter((each) => !reserved.has(each));
  });
}

function plainValue(column: Column | undefined, value: Value): Value {
  if (column?.type !== 'number' || typeof value !== 'string') return value ?? null;
  const number = Number(value);
  return String(number) === value ? number : value;
}
