import type { RequestOwner } from '@orrery/kernel';
import type { ExplainAnswer, WireQuery } from '@orrery/contract';
import {
  type CompiledQuery,
  cubeOf,
  type ExplainedPass,
  type ExplainedPasses,
  explainPasses,
  type ModelIndex,
  planQueryNoting,
  type RequestContext,
} from '@orrery/semantic';
import type { Runtime } from '../../runtime.ts';
import {
  noRedaction,
  orderOf,
  type PreparedQuery,
  refusePlan,
  renderPrepared,
  type Redaction,
  redactionFor,
} from '../../query/index.ts';
import { type DefinitionLines, readDefinitionLines } from './definition-lines.ts';
import { behind, explainMembers, filesOf, placeIn, usesOf } from './explain-members.ts';

export interface ExplainOptions {
  /** Context of the caller. */
  readonly context: RequestContext;
  /** The owner of the turn where files of the model are read; absent for commands. */
  readonly asker?: RequestOwner;
  /** Adds positions of definitions, and the SQL of their authors. */
  readonly mayReadModel: boolean;
  /** Includes hidden names; for users who have the project itself. */
  readonly showsHidden: boolean;
}

/**
 * Explains a query and how it would be answered. Runs nothing.
 *
 * @throws InvalidQuery when the model cannot answer it
 */
export async function explainQuery(
  asked: WireQuery,
  prepared: PreparedQuery,
  runtime: Runtime,
  { context, asker, mayReadModel, showsHidden }: ExplainOptions,
): Promise<ExplainAnswer> {
  const { bound, model, access, echo, warnings } = prepared;
  const planned = planQueryNoting(bound, model.index, context);
  if (!planned.ok) throw refusePlan(planned.problems, prepared);
  const compiled: CompiledQuery = renderPrepared(planned.value.plan, prepared, runtime);
  const { passes, groupFilters } = explainPasses(planned.value.plan);
  const redaction = showsHidden ? noRedaction : redactionFor(model.index, access);
  const files = mayReadModel ? filesOf(cubesNamed(prepared, passes), model.index) : [];
  const templates = {
    variables: runtime.modelVariables,
    context: context.kind === 'caller' ? context.securityContext : {},
  };
  const wanted = { directory: runtime.modelDirectory, paths: files, templates };
  const definitions = mayReadModel ? await readDefinitionLines(model, wanted, asker) : undefined;
  return {
    query: echo,
    members: [...explainMembers(bound, model.index, redaction, definitions)],
    dates: resolvedDates(asked, prepared),
    passes: passes.map((pass) => presentPass(pass, model.index, redaction, definitions)),
    groupFilters: groupFilters.map((filter) => redaction.text(filter)),
    order: orderOf(bound),
    improvements: [...planned.value.passes],
    dataSource: compiled.dataSource,
    sql: [compiled.text, [...compiled.params]],
    ...(warnings.length > 0 ? { warnings: [...warnings] } : {}),
  };
}

/** Cubes of the query's members, those behind them, and those its joins pass. */
function cubesNamed({ bound, model }: PreparedQuery, passes: ExplainedPasses['passes']): ReadonlySet<string> {
  const named = [...usesOf(bound, model.index, { withParts: true }).keys()];
  return new Set([
    ...named.map((id) => cubeOf(behind(id, model.index))),
    ...passes.flatMap(({ root, joins }) => [...(root === undefined ? [] : [root]), ...joins.map(({ to }) => to)]),
  ]);
}

function resolvedDates(asked: WireQuery, { echo, bound }: PreparedQuery): ExplainAnswer['dates'] {
  return bound.dateRanges.flatMap((range, index) => {
    const given = asked.timeDimensions?.[index]?.dateRange;
    if (!range || given === undefined) return [];
    const dimension = echo.timeDimensions[index]?.dimension ?? '';
    return [{ dimension, asked: [given].flat().join(' - '), from: range.from, to: range.to }];
  });
}

function presentPass(
  pass: ExplainedPass,
  model: ModelIndex,
  redaction: Redaction,
  definitions: DefinitionLines | undefined,
): ExplainAnswer['passes'][number] {
  const joins = pass.joins.map(({ from, to, relationship }) => {
    const isShown = redaction.cube(from) === from && redaction.cube(to) === to;
    const place = definitions && isShown ? placeIn(from, (cube) => `${cube} -> ${to}`, model, definitions) : {};
    return {
      from: redaction.cube(from),
      to: redaction.cube(to),
      relationship: relationship.replaceAll('-', '_'),
      ...place,
    };
  });
  return {
    ...(pass.inside === undefined ? {} : { inside: redaction.member(pass.inside) }),
    ...(pass.stageOf === undefined ? {} : { stageOf: pass.stageOf.map((member) => redaction.member(member)) }),
    ...(pass.root === undefined ? {} : { root: redaction.cube(pass.root) }),
    joins,
    multiplied: pass.multiplied.map((cube) => redaction.cube(cube)),
    ...(pass.afterKeysOf === undefined ? {} : { afterKeysOf: redaction.cube(pass.afterKeysOf) }),
    ...(pass.window === undefined ? {} : { window: redaction.text(pass.window) }),
    rowFilters: pass.rowFilters.map((filter) => redaction.text(filter)),
    ...(pass.groupedBy ? { groupedBy: pass.groupedBy.map((text) => redaction.text(text)) } : {}),
    measures: pass.measures.map(({ member, ...how }) => ({ member: redaction.member(member), ...how })),
  };
}
