import { type DashboardOperator, dashboardOperators, entryOf } from '@orrery/charts';
import type { valuesIn } from '@orrery/embed';
import { faultOf, type ValuesFault } from '../../model/filter-values.ts';
import type { QueryableMember } from '../../model/views.ts';

const { many, one, none } = dashboardOperators;
const compared = namesIn(one);
const nulls = namesIn(none);

function namesIn<Name extends DashboardOperator>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table) as Name[]; // the table has no others
}

/** Operators that a filter on a dimension of a kind may have, the usual one first. */
export function operatorsOf(kind: QueryableMember['kind']): readonly DashboardOperator[] {
  if (kind === 'time') return ['between', 'equals', 'not_equals', ...compared, ...nulls];
  if (kind === 'number') return ['equals', 'not_equals', ...compared, 'between', ...nulls];
  return kind === 'boolean' ? ['equals', 'not_equals', ...nulls] : [...namesIn(many), ...nulls];
}

/** The type of a dimension, as dashboards name it. */
export function typeOf(kind: QueryableMember['kind']): string {
  return kind === 'text' ? 'string' : kind;
}

const withinDays = ['second', 'minute', 'hour'];
const offered = ['day', 'week', 'month', 'quarter', 'year'];

/** Lists the granularities that a control offers by default: those of days and longer, and those that the model adds. */
export function grainsOf({ granularities }: QueryableMember): readonly string[] {
  const standard = new Set([...withinDays, ...offered]);
  return [...offered, ...granularities.map(({ name }) => name).filter((name) => !standard.has(name))];
}

/** All that a control may offer. @param isInstant whether the time has a time of day; days have no hours */
export function possibleGrainsOf(member: QueryableMember, isInstant: boolean): readonly string[] {
  return isInstant ? [...withinDays, ...grainsOf(member)] : grainsOf(member);
}

export type StartValue = ReturnType<typeof valuesIn>[number];

/** How many values an operator takes. */
export function mostValuesOf(operator: string): number {
  if (entryOf(none, operator)) return 0;
  if (operator === 'between') return 2;
  return entryOf(one, operator) ? 1 : Infinity;
}

/** Values as the fields of an operator show them. Where there may be any number of values, an empty field is the last. */
export function valueFields(operator: string, values: readonly StartValue[]): readonly StartValue[] {
  const most = mostValuesOf(operator);
  if (most < Infinity) return Array.from({ length: most }, (_, index) => values[index] ?? '');
  return [...values.slice(0, values.findLastIndex((value) => !isBlank(value)) + 1), ''];
}

/** The fault of each field. All of them may be empty: the filter starts with everything. */
export function faultsOf(
  kind: QueryableMember['kind'],
  operator: string,
  fields: readonly StartValue[],
): readonly (ValuesFault | undefined)[] {
  const isHalf = operator === 'between' && fields.some(isBlank) && !fields.every(isBlank);
  return fields.map((value) => {
    if (isBlank(value)) return isHalf ? 'none' : undefined;
    return faultOf(kind, 'equals', [trimmed(kind, value)]);
  });
}

/** The value that a control stores of its fields; `undefined`: nothing. */
export function valueOfFields(
  kind: QueryableMember['kind'],
  fields: readonly StartValue[],
): readonly StartValue[] | undefined {
  const values = fields.filter((value) => !isBlank(value)).map((value) => trimmed(kind, value));
  return values.length === 0 ? undefined : values;
}

function isBlank(value: StartValue): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** Spaces around a text may be meant. */
function trimmed(kind: QueryableMember['kind'], value: StartValue): StartValue {
  return kind === 'text' || typeof value !== 'string' ? value : value.trim();
}
