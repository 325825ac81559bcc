import type { MemberDefinition } from '../../source/index.ts';
import type {
  CaseLabel,
  Dimension,
  DimensionExpression,
  Fragment,
  Measure,
  Member,
  MemberId,
  StageExpression,
} from '../model.ts';
import { stageNames } from '../facts/stage-names.ts';

/** The parts of a member that a view defines. */
interface ViewMemberParts {
  readonly fragments: readonly Fragment[];
  /** Members named outside its SQL, in a grain, a filter or a shift. */
  readonly named: readonly MemberId[];
}

/** `reason` explains why only a cube can have such a member. */
export type FoundParts = ViewMemberParts | { readonly reason: string };

export function viewMemberParts(definition: MemberDefinition, member: Member): FoundParts {
  switch (member.kind) {
    case 'dimension':
      return dimensionParts(definition, member);
    case 'measure':
      return measureParts(member);
    case 'segment':
      return member.expression.kind === 'sql' ? ofFragments([member.expression.sql]) : alias(member);
  }
}

function dimensionParts(definition: MemberDefinition, member: Dimension): FoundParts {
  if (definition.kind === 'dimension' && definition.links.length > 0) return { reason: 'Links belong to a cube' };
  if (member.isPrimaryKey) return { reason: 'Primary keys belong to a cube' };
  return rowParts(member.expression, member);
}

function rowParts(expression: DimensionExpression, member: Dimension): FoundParts {
  switch (expression.kind) {
    case 'sql':
      return ofFragments([expression.sql]);
    case 'switch':
      return ofFragments([]);
    case 'case': {
      const { when, otherwise } = expression;
      const labels = [...when.map(({ label }) => label), ...(otherwise ? [otherwise] : [])];
      return ofFragments([...when.map(({ condition }) => condition), ...labels.flatMap(labelFragments)]);
    }
    case 'choice':
      return ofFragments([expression.on, ...branches(expression)]);
    case 'stage':
      return { reason: 'Dimensions of several stages belong to a cube' };
    case 'sub-query':
      return { reason: 'Sub-query dimensions belong to a cube' };
    case 'composed':
      return { reason: 'Places on a map belong to a cube' };
    case 'alias':
      return alias(member);
  }
}

function measureParts(member: Measure): FoundParts {
  const { expression } = member;
  switch (expression.kind) {
    case 'calculated':
    case 'windowed':
      return ofFragments([expression.sql, ...expression.filters]);
    case 'stage':
      return stageParts(expression);
    case 'aggregate':
    case 'raw-aggregate':
      return { reason: 'A view has no rows to aggregate; with multi_stage: true the results of measures are' };
    case 'alias':
      return alias(member);
  }
}

function stageParts(stage: StageExpression): FoundParts {
  const { value, filters, orderBy } = stage;
  const made = value?.kind === 'sql' ? [value.sql] : value ? branches(value) : [];
  return { fragments: [...made, ...filters, ...orderBy.map(({ sql }) => sql)], named: stageNames(stage) };
}

function labelFragments(label: CaseLabel): readonly Fragment[] {
  return label.kind === 'sql' ? [label.sql] : [];
}

function branches(value: {
  readonly when: readonly { readonly sql: Fragment }[];
  readonly otherwise?: Fragment;
}): readonly Fragment[] {
  return [...value.when.map(({ sql }) => sql), ...(value.otherwise ? [value.otherwise] : [])];
}

function ofFragments(fragments: readonly Fragment[]): ViewMemberParts {
  return { fragments, named: [] };
}

function alias({ id }: Member): never {
  throw new Error(`the view's own member '${id}' was resolved to an alias`);
}
