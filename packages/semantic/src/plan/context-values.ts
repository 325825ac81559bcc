import { type ContextPath, everyPart, type Fragment, type FragmentPart, isText } from '../model/index.ts';
import { type Problem, problem } from '../problem/index.ts';
import { functionValues, type RequestContext, type QueryConstant, valueAtPath } from '../query/index.ts';
import { type RequestedCondition, isPushed, leavesOf } from './rows/requested-condition.ts';

/** Values of the request that the SQL of a plan reads. Plain data. */
export interface ContextValues {
  /** Whether the statement is only checked: then each condition is included. */
  readonly isProbe: boolean;
  readonly values: readonly { readonly path: ContextPath; readonly value: SettledContext }[];
}

type SettledContext =
  | { readonly kind: 'absent' }
  | { readonly kind: 'given'; readonly values: readonly QueryConstant[] };

export const noContext: ContextValues = { isProbe: false, values: [] };

/** Tests on rows. Those that few plans need are made when they are read. */
interface RequestedTests {
  readonly requested: readonly RequestedCondition[];
  own(): readonly RequestedCondition[];
  ofRules(): readonly RequestedCondition[];
}

/**
 * Collects the request's values that the SQL of a plan reads, and reports unusable ones.
 *
 * @param asked every test that SQL may include @param own those of them in the query itself @param ofRules those of
 * rules, which the caller must not learn about
 */
export function contextValues(
  fragments: readonly Fragment[],
  tests: RequestedTests,
  context: RequestContext,
): { readonly values: ContextValues; readonly problems: readonly Problem[] } {
  if (context.kind === 'probe') return { values: { isProbe: true, values: [] }, problems: [] };
  const found = new Map<string, ContextValues['values'][number]>();
  const problems = new Map<string, Problem>();
  const report = (one: Problem) => problems.set(one.message, one);
  for (const part of fragments.flatMap(everyPart)) {
    if (part.kind === 'filter-params') for (const one of uselessFunctions(part, tests)) report(one);
    if (part.kind !== 'security-filter') continue;
    const path = part.path.join('.');
    const value = readValue(valueAtPath(context.securityContext, part.path));
    if (!value) report(problem('plan.context-value', { path }, { hint: valueHint }));
    else if (value.kind === 'absent' && part.isRequired)
      report(problem('plan.context-required', { path }, { hint: requiredHint }));
    else found.set(JSON.stringify(part.path), { path: part.path, value });
  }
  return { values: { isProbe: false, values: [...found.values()] }, problems: [...problems.values()] };
}

const requiredHint =
  'The payload of the token gives the value; on the command line, --context gives it (explain: --as)';
const valueHint = 'Numbers of more than 15 digits are sent as text';

function readValue(value: unknown): SettledContext | undefined {
  if (value === undefined) return { kind: 'absent' };
  const given = (Array.isArray(value) ? value : [value]).map(readScalar);
  const values = given.filter((one) => one !== undefined);
  return values.length === given.length ? { kind: 'given', values } : undefined;
}

function readScalar(value: unknown): QueryConstant | undefined {
  switch (typeof value) {
    case 'string':
      return isText(value) ? { type: 'string', text: value } : undefined;
    case 'number':
      // Larger integers lost digits when the token was parsed.
      return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
        ? { type: 'number', text: String(value) }
        : undefined;
    case 'boolean':
      return { type: 'boolean', isTrue: value };
    default:
      return undefined;
  }
}

/** Finds tests that a function of the author would have to express but cannot. */
function uselessFunctions(
  part: Extract<FragmentPart, { kind: 'filter-params' }>,
  { requested, own, ofRules }: RequestedTests,
): readonly Problem[] {
  const ownLeaves = leafTexts(own());
  const ruleLeaves = leafTexts(ofRules());
  return requested
    .filter((condition) => isPushed(condition, part))
    .flatMap((condition) => leavesOf(condition))
    .flatMap((leaf) => {
      const takes = part.filters.find(({ member }) => member === leaf.operand)?.target.takes;
      if (takes === undefined || functionValues(leaf)?.length === takes) return [];
      // Skips a range that planning widened, and a test of a rule: they only exclude rows that are not needed.
      const text = JSON.stringify(leaf);
      if (!ownLeaves.has(text) && (leaf.kind === 'range' || ruleLeaves.has(text))) return [];
      return [problem('plan.filter-function', { takes }, { hint: functionHint(takes) })];
    });
}

function leafTexts(conditions: readonly RequestedCondition[]): ReadonlySet<string> {
  return new Set(conditions.flatMap(leavesOf).map((leaf) => JSON.stringify(leaf)));
}

function functionHint(takes: number): string {
  const what =
    takes === 2 ? 'A date range has two values' : `Filter by ${takes === 1 ? 'one value' : `${takes} values`}`;
  return `${what}; a model that names a column instead of a function takes every filter`;
}
