import type { MemberId, ModelIndex, QueryExpression, QueryItem, QueryConstant } from '@orrery/semantic';
import type { PlannerCase } from './planner-case.ts';
import type { CaseFilter, CaseQuery } from './read-query.ts';

/** Another form of a query, with the same meaning, in which a statement of SQL may ask it. */
type StatementForm = (query: CaseQuery, model: ModelIndex) => CaseQuery;

/** Measures over those of their rows for which TRUE is true. */
const measuredByStatement: StatementForm = (query, model) => {
  const { measures = [] } = query;
  return { ...query, measures: query.ungrouped ? measures : measures.map((item) => overAllRows(item, model)) };
};

/** Filters as expressions, where their operators have an equal in SQL. */
const filteredByStatement: StatementForm = (query, model) => {
  const { filters = [] } = query;
  return { ...query, filters: filters.map((filter) => asExpression(filter, model)) };
};

/** Dimensions in the holes of SQL. */
const groupedByStatement: StatementForm = (query, model) => {
  const { dimensions = [] } = query;
  return { ...query, dimensions: dimensions.map((item) => inSql(item, model)) };
};

/**
 * Forms of a case with the same rows. SQL of the model sees filters of members alone, and masks of measures depend on
 * the members that a query shows or tests; there, only measures have another form.
 */
export function statementForms({ name, query }: PlannerCase, model: ModelIndex): readonly CaseQuery[] {
  const seesMembers = name.startsWith('context/') || name.startsWith('policies/masks/');
  const forms = seesMembers ? [measuredByStatement] : [measuredByStatement, filteredByStatement, groupedByStatement];
  return forms.map((form) => form(query, model));
}

function overAllRows(item: QueryItem, model: ModelIndex): QueryItem {
  if (typeof item !== 'string' || !isAggregate(item, model)) return item;
  const where: QueryExpression = { kind: 'sql', type: 'boolean', parts: ['1 = 1'] };
  return { name: item, expression: { kind: 'altered', measure: item, where } };
}

function isAggregate(name: string, model: ModelIndex): boolean {
  let member = model.members.get(name as MemberId);
  while (member?.expression.kind === 'alias') member = model.members.get(member.expression.member);
  return member?.kind === 'measure' && member.expression.kind === 'aggregate';
}

function inSql(item: QueryItem, model: ModelIndex): QueryItem {
  const member = typeof item === 'string' ? model.members.get(item as MemberId) : undefined;
  if (typeof item !== 'string' || member?.kind !== 'dimension') return item;
  return { name: item, expression: { kind: 'sql', type: member.type, parts: [{ kind: 'member', member: item }] } };
}

function asExpression(filter: CaseFilter, model: ModelIndex): CaseFilter {
  if ('and' in filter) return { and: filter.and.map((one) => asExpression(one, model)) };
  if ('or' in filter) return { or: filter.or.map((one) => asExpression(one, model)) };
  if ('expression' in filter || filter.per !== undefined) return filter;
  const parts = testOf(filter, model);
  return parts ? { expression: { kind: 'sql', type: 'boolean', parts } } : filter;
}

type MemberFilter = Exclude<CaseFilter, { and: unknown } | { or: unknown } | { expression: unknown }>;

const comparisons: Readonly<Record<string, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=', equals: '=' };

/** `undefined` where SQL compares in another way, or the values are no constants of SQL. */
function testOf({ member, operator, values = [] }: MemberFilter, model: ModelIndex) {
  const found = model.members.get(member as MemberId);
  if (!found || found.kind === 'segment' || found.type === 'time') return undefined;
  const hole: QueryExpression = { kind: 'member', member };
  if (operator === 'set') return [hole, ' IS NOT NULL'];
  if (operator === 'notSet') return [hole, ' IS NULL'];
  const [text, ...others] = values;
  const isOrder = operator !== 'equals' && operator !== 'notEquals';
  if (typeof text !== 'string' || others.length > 0 || found.type === 'boolean') return undefined;
  if (found.type !== 'number' && (isOrder || found.kind === 'measure')) return undefined;
  if (found.kind === 'measure' && found.times !== undefined) return undefined;
  const value: QueryConstant = { type: found.type, text };
  const constant: QueryExpression = { kind: 'value', value };
  if (operator === 'notEquals') return [hole, ' <> ', constant, ' OR ', hole, ' IS NULL'];
  const sign = comparisons[operator];
  return sign === undefined ? undefined : [hole, ` ${sign} `, constant];
}
