import { type Dialect, planQueryNoting } from '@orrery/semantic';
import { accept, bindCase, type CaseDialect, compileCase } from '../compile-case.ts';
import type { PlannerCase } from '../planner-case.ts';

/** They write names and numbers of parameters: every statement uses them. */
const everywhere: readonly string[] = ['quoteIdentifier', 'placeholder'];

/** Arguments of a dialect's function that change the construct it writes. */
const forms: Readonly<Record<string, (...given: readonly never[]) => string>> = {
  aggregate: (name: string) => name,
  absent: (type: string) => type,
  dimensionValue: (_: unknown, type: string) => type,
  textMatch: ({ match }: { readonly match: string }) => match,
  bucket: ({ granularity, zone }: { readonly granularity: unknown; readonly zone: string }) =>
    `${typeof granularity === 'string' ? 'unit' : 'interval'}${zone === 'UTC' ? '' : ' in a zone'}`,
  limit: (limit: number | undefined, offset: number) => `${limit !== undefined} ${offset > 0}`,
};

/** The functions of a dialect that the statement of a case uses. */
export function functionsOf(one: PlannerCase, { dialect, rewrites }: CaseDialect): ReadonlySet<string> {
  const used = new Set<string>();
  compileCase(one, { dialect: watched(dialect, used), rewrites });
  return used;
}

/** The kinds of nodes in the plan of a case, and the passes that changed it. */
export function planPartsOf(one: PlannerCase): ReadonlySet<string> {
  const { query, model, context } = accept(bindCase(one));
  const { plan, passes } = accept(planQueryNoting(query, model, context));
  const used = new Set(passes.map((name) => `pass ${name}`));
  JSON.stringify(plan.root, (_, part: { readonly kind?: unknown } | null) => {
    if (typeof part?.kind === 'string') used.add(part.kind);
    return part;
  });
  return used;
}

/** The same dialect, noting which of its functions are called. */
function watched(dialect: Dialect, used: Set<string>): Dialect {
  return new Proxy(dialect, {
    get: (target, key, receiver) => {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof value !== 'function' || typeof key !== 'string' || everywhere.includes(key)) return value;
      return (...given: readonly never[]) => {
        used.add(`${key} ${forms[key]?.(...given) ?? ''}`.trim());
        return value.apply(target, given);
      };
    },
  });
}
