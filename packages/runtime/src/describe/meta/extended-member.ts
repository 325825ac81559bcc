import type { MetaDimension, MetaMeasure, MetaSegment } from '@orrery/contract';
import type { CaseLabel, CaseValue, Dimension, Fragment, Measure, RowValue, Segment } from '@orrery/semantic';
import { fragmentText, type ReferenceMark } from './fragment-text.ts';

/** Adds the author's SQL for `extended`, where the member has one. Members of views have none. */
export function extendMeasure(
  { expression }: Measure,
  cube: string,
  mark?: ReferenceMark,
): Pick<MetaMeasure, 'sql' | 'filters'> {
  if (expression.kind === 'alias') return {};
  const filters = expression.filters.map((filter) => ({ sql: fragmentText(filter, cube, mark) }));
  return { ...sqlOf(sqlOfMeasure(expression), cube, mark), ...(filters.length > 0 ? { filters } : {}) };
}

function sqlOfMeasure(expression: Exclude<Measure['expression'], { kind: 'alias' }>): Fragment | undefined {
  if (expression.kind !== 'stage') return expression.sql;
  return expression.value?.kind === 'sql' ? expression.value.sql : undefined;
}

export function extendDimension(
  { expression }: Dimension,
  cube: string,
  mark?: ReferenceMark,
): Pick<MetaDimension, 'sql' | 'case'> {
  switch (expression.kind) {
    case 'alias':
    case 'switch':
      return {};
    case 'composed': // its SQL is its own only in part
      return {};
    case 'stage':
      return presentValue(expression.value, cube, mark);
    case 'sql':
    case 'case':
    case 'choice':
      return presentValue(expression, cube, mark);
    case 'sub-query':
      return sqlOf(expression.sql, cube, mark);
  }
}

function presentValue(
  value: RowValue,
  cube: string,
  mark: ReferenceMark | undefined,
): Pick<MetaDimension, 'sql' | 'case'> {
  switch (value.kind) {
    case 'sql':
      return sqlOf(value.sql, cube, mark);
    case 'case':
      return { case: presentCase(value, cube, mark) };
    case 'choice': {
      const when = value.when.map((branch) => ({
        value: valueText(branch.value),
        sql: fragmentText(branch.sql, cube, mark),
      }));
      const otherwise = value.otherwise ? { else: { sql: fragmentText(value.otherwise, cube, mark) } } : {};
      return { case: { switch: fragmentText(value.on, cube, mark), when, ...otherwise } };
    }
  }
}

function valueText(value: CaseValue): string {
  return value.type === 'boolean' ? String(value.isTrue) : value.text;
}

export function extendSegment({ expression }: Segment, cube: string, mark?: ReferenceMark): Pick<MetaSegment, 'sql'> {
  return expression.kind === 'alias' ? {} : sqlOf(expression.sql, cube, mark);
}

function sqlOf(
  fragment: Fragment | undefined,
  cube: string,
  mark: ReferenceMark | undefined,
): { readonly sql?: string } {
  return fragment ? { sql: fragmentText(fragment, cube, mark) } : {};
}

function presentCase(
  { when, otherwise }: Extract<RowValue, { kind: 'case' }>,
  cube: string,
  mark: ReferenceMark | undefined,
): unknown {
  return {
    when: when.map(({ condition, label }) => ({
      sql: fragmentText(condition, cube, mark),
      label: labelOf(label, cube, mark),
    })),
    ...(otherwise ? { else: { label: labelOf(otherwise, cube, mark) } } : {}),
  };
}

function labelOf(label: CaseLabel, cube: string, mark: ReferenceMark | undefined): unknown {
  return label.kind === 'text' ? label.text : { sql: fragmentText(label.sql, cube, mark) };
}
