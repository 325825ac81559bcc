import { allEntries, type FunctionEntry, isCannot, type StatementSession, targetNamed } from '../functions/index.ts';
import type { ParameterName, SqlType, TypeName } from '../types/index.ts';

/** The parts of a statement that a data source computes. */
export interface PushedDown {
  /** Whole statements; expressions in the filters and groups of queries of the model; such queries alone. */
  readonly pushesDown: 'statements' | 'expressions' | 'queries';
  /** Functions over columns that are computed above its results. */
  readonly not: readonly { readonly name: string; readonly why: string }[];
}

/** @param engine name of the dialect of a data source */
export function pushedDown(engine: string): PushedDown {
  if (engine === 'duckdb') return { pushesDown: 'statements', not: [] };
  const target = targetNamed(engine, session);
  const { functions, operators } = allEntries();
  const scalars = [...functions, ...operators].filter(({ kind }) => kind === 'scalar');
  if (!target) return { pushesDown: 'queries', not: [] };
  const not = [...Map.groupBy(scalars, ({ name }) => name)].flatMap(([name, own]) => {
    const reasons = own.map((entry) => whyNot(entry));
    const [why] = reasons;
    return why !== undefined && reasons.every((one) => one !== undefined) ? [{ name, why }] : [];
  });
  return { pushesDown: 'expressions', not };

  function whyNot(entry: FunctionEntry): string | undefined {
    if (!target) return undefined;
    const parameters = entry.parameters.map(concrete);
    const result = concrete(entry.result);
    const columns = parameters.map((name) => target.stored('x', { name } satisfies SqlType));
    const rendered = target.call({ signature: entry, parameters, result }, columns);
    return isCannot(rendered) ? rendered.cannot : undefined;
  }
}

const session: StatementSession = {
  zone: 'UTC',
  now: '2024-01-01 00:00:00.000000+00',
  user: 'orrery',
  database: 'orrery',
};

/** A type that a polymorphic one may stand for. */
function concrete(name: ParameterName): TypeName {
  if (!name.startsWith('any')) return name as TypeName;
  return name.endsWith('array') && !name.endsWith('nonarray') ? 'text[]' : 'text';
}
