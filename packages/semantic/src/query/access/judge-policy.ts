import type { PolicyCaller } from '@orrery/kernel';
import {
  badCount,
  type ModelFilter,
  type ModelIndex,
  type Policy,
  type PolicyExpression,
  type PolicyFilter,
} from '../../model/index.ts';
import { utc } from '../../time/index.ts';
import { bindModelFilter } from '../filters/bind-model-filter.ts';
import { evaluateTerm, isTrue, exactText } from './evaluate-term.ts';
import { testsRows } from './tests-rows.ts';

/** Whether a policy applies to a caller, with its row filters, or why it does not. */
export type Verdict =
  | { readonly applies: true; readonly rows?: readonly ModelFilter[] }
  | { readonly applies: false; readonly reason: string };

/** A missing, failing or mistyped value means that the policy does not apply. */
export function judgePolicy(policy: Policy, caller: PolicyCaller, model: ModelIndex): Verdict {
  const reason = lacks(policy.needs, caller) ?? failingCondition(policy.conditions, caller);
  if (reason !== undefined) return { applies: false, reason };
  if (!policy.rows) return { applies: true };
  const rows: ModelFilter[] = [];
  for (const filter of policy.rows) {
    const filled = fillFilter(filter, caller, model);
    if (typeof filled === 'string') return { applies: false, reason: filled };
    rows.push(filled);
  }
  return { applies: true, rows };
}

function lacks(needs: Policy['needs'], caller: PolicyCaller): string | undefined {
  if (!needs) return undefined;
  const has = needs.kind === 'groups' ? caller.groups : caller.roles;
  if (needs.names.some((name) => name === '*' || has.includes(name))) return undefined;
  return `the caller has none of the ${needs.kind} ${needs.names.join(', ')}`;
}

function failingCondition(conditions: readonly PolicyExpression[], caller: PolicyCaller): string | undefined {
  for (const [index, { source, expression }] of conditions.entries()) {
    const result = evaluateTerm(expression, caller);
    if (!result.ok) return `condition ${source} fails: ${result.reason}`;
    if (index > 0 && typeof result.value !== 'boolean') {
      return `Access policy condition must return boolean, got ${shown(result.value)}`;
    }
    if (!isTrue(result.value)) return `condition ${source} does not hold`;
  }
  return undefined;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Fills the caller's values into a filter, or returns why that fails. */
export function fillFilter(filter: PolicyFilter, caller: PolicyCaller, model: ModelIndex): ModelFilter | string {
  if (filter.kind !== 'member') {
    const filters: ModelFilter[] = [];
    for (const one of filter.filters) {
      const filled = fillFilter(one, caller, model);
      if (typeof filled === 'string') return filled;
      filters.push(filled);
    }
    return { kind: filter.kind, filters };
  }
  const { member, operator } = filter;
  if (!testsRows(model, member)) return `${member} cannot filter rows: it is made of measures, or of a switch`;
  if (!filter.values) return { kind: 'member', member, operator };
  const values: (string | null)[] = [];
  for (const value of filter.values) {
    const texts = valuesOf(value, caller);
    if (typeof texts === 'string') return `the filter on ${member} has no value: ${texts}`;
    for (const text of texts) values.push(text);
  }
  const count = badCount(operator, values.length);
  if (count !== undefined) return `the filter on ${member} cannot use its values: ${count}`;
  const filled: ModelFilter = { kind: 'member', member, operator, values };
  const bound = bindModelFilter(model, utc, filled);
  if (bound.ok) return filled;
  return `the filter on ${member} cannot use its value: ${bound.problems.map(({ message }) => message).join('; ')}`;
}

/** Returns one value, or all values of a list; a text explains why there are none. */
function valuesOf(given: string | null | PolicyExpression, caller: PolicyCaller): readonly (string | null)[] | string {
  if (typeof given !== 'object' || given === null) return [given];
  const result = evaluateTerm(given.expression, caller);
  if (!result.ok) return result.reason;
  const items: readonly unknown[] = Array.isArray(result.value) ? result.value : [result.value];
  if (items.length === 0) return `${given.source} is an empty list`;
  const texts: string[] = [];
  for (const item of items) {
    const text = exactText(item);
    if (text === undefined)
      return `${given.source} is neither a text nor an exact number nor a boolean, nor a list of them`;
    texts.push(text);
  }
  return texts;
}
