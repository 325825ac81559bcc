import type { MetaDimension, MetaMeasure, MetaSegment } from '@orrery/contract';
import type { CaseLabel, Dimension, DimensionExpression, Fragment, Measure, Segment } from '@orrery/semantic';
import { fragmentText } from './fragment-text.ts';

/** What `extended` adds: the author's SQL, where the member has one. Members of views have none. */
export function extendMeasure({ expression }: Measure, cube: string): Pick<MetaMeasure, 'sql' | 'filters'> {
  if (expression.kind === 'alias') return {};
  const filters = expression.filters.map((filter) => ({ sql: fragmentText(filter, cube) }));
  return { ...sqlOf(sqlOfMeasure(expression), cube), ...(filters.length > 0 ? { filters } : {}) };
}

function sqlOfMeasure(expression: Exclude<Measure['expression'], { kind: 'alias' }>): Fragment | undefined {
  if (expression.kind !== 'stage') return expression.sql;
  return expression.value?.kind === 'sql' ? expression.value.sql : undefined;
}

export function extendDimension({ expression }: Dimension, cube: string): Pick<MetaDimension, 'sql' | 'case'> {
  switch (expression.kind) {
    case 'alias':
      return {};
    case 'composed': // its SQL is its own only in part
      return {};
    case 'case':
      return { case: presentCase(expression, cube) };
    case 'sql':
    case 'sub-query':
      return sqlOf(expression.sql, cube);
  }
}

export function extendSegment({ expression }: Segment, cube: string): Pick<MetaSegment, 'sql'> {
  return expression.kind === 'alias' ? {} : sqlOf(expression.sql, cube);
}

function sqlOf(fragment: Fragment | undefined, cube: string): { readonly sql?: string } {
  return fragment ? { sql: fragmentText(fragment, cube) } : {};
}

function presentCase({ when, otherwise }: Extract<DimensionExpression, { kind: 'case' }>, cube: string): unknown {
  return {
    when: when.map(({ condition, label }) => ({ sql: fragmentText(condition, cube), label: labelOf(label, cube) })),
    ...(otherwise ? { else: { label: labelOf(otherwise, cube) } } : {}),
  };
}

function labelOf(label: CaseLabel, cube: string): unknown {
  return label.kind === 'text' ? label.text : { sql: fragmentText(label.sql, cube) };
}
