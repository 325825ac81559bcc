import type {
  CaseLabel,
  Dimension,
  Fragment,
  Measure,
  RowValue,
  Segment,
  StageExpression,
  FragmentPart,
  MemberId,
} from '../model.ts';

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

/** Lists the parts of a fragment, each followed by the parts it contains. */
export function everyPart({ parts }: Fragment): readonly FragmentPart[] {
  return parts.some((part) => innerFragments(part).length > 0)
    ? parts.flatMap((part) => [part, ...innerFragments(part).flatMap(everyPart)])
    : parts;
}

/** Lists the references to members in fragments, in order. */
export function referencesIn(fragments: readonly Fragment[]): readonly Extract<FragmentPart, { kind: 'member' }>[] {
  const found: Extract<FragmentPart, { kind: 'member' }>[] = [];
  for (const fragment of fragments) {
    for (const part of everyPart(fragment)) if (part.kind === 'member') found.push(part);
  }
  return found;
}

/** Lists the members that fragments refer to, without duplicates. */
export function membersIn(fragments: readonly Fragment[]): readonly MemberId[] {
  const found = referencesIn(fragments).map(({ member }) => member);
  return found.length > 1 ? [...new Set(found)] : found;
}

const none: readonly Fragment[] = [];

function innerFragments(part: FragmentPart): readonly Fragment[] {
  switch (part.kind) {
    case 'filter-params':
      return part.filters.map(({ target }) => target.sql);
    case 'security-filter':
      return [part.target.sql];
    case 'convert-zone':
      return [part.sql];
    case 'mask-choice':
      return [part.test, part.real, part.instead];
    case 'call':
      return part.arguments.map(({ sql }) => sql);
    case 'text':
    case 'cube':
    case 'member':
    case 'source':
    case 'argument':
    case 'mask-test':
    case 'constant':
      return none;
  }
}
