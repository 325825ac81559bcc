import type { CaseLabel, Dimension, Fragment, Measure, RowValue, Segment, StageExpression } from '../model.ts';

/** Lists every fragment in a member's own SQL. */
export function fragmentsOf({ expression }: Dimension | Measure | Segment): readonly Fragment[] {
  switch (expression.kind) {
    case 'alias':
    case 'switch':
      return [];
    case 'sub-query':
      return [expression.sql];
    case 'sql':
    case 'case':
    case 'choice':
      return rowFragments(expression);
    case 'composed':
      return expression.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.sql]));
    case 'stage':
      return 'include' in expression ? rowFragments(expression.value) : stageFragments(expression);
    case 'aggregate':
      return [...(expression.sql ? [expression.sql] : []), ...expression.filters];
    case 'calculated':
    case 'windowed':
    case 'raw-aggregate':
      return [expression.sql, ...expression.filters];
  }
}

function rowFragments(value: RowValue): readonly Fragment[] {
  switch (value.kind) {
    case 'sql':
      return [value.sql];
    case 'case':
      return [
        ...value.when.flatMap((branch) => [branch.condition, ...labelFragments(branch.label)]),
        ...(value.otherwise ? labelFragments(value.otherwise) : []),
      ];
    case 'choice':
      return [value.on, ...branchFragments(value)];
  }
}

function stageFragments({ value, filters, orderBy }: StageExpression): readonly Fragment[] {
  const made = value?.kind === 'sql' ? [value.sql] : value ? branchFragments(value) : [];
  return [...made, ...filters, ...orderBy.map(({ sql }) => sql)];
}

function branchFragments({
  when,
  otherwise,
}: {
  readonly when: readonly { readonly sql: Fragment }[];
  readonly otherwise?: Fragment;
}): readonly Fragment[] {
  return [...when.map(({ sql }) => sql), ...(otherwise ? [otherwise] : [])];
}

function labelFragments(label: CaseLabel): readonly Fragment[] {
  return label.kind === 'sql' ? [label.sql] : [];
}
