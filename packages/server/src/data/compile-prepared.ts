import {
  type BoundQuery,
  type CompiledQuery,
  compileQuery,
  type Member,
  type ModelIndex,
  requireCube,
  requireMember,
} from '@orrery/semantic';
import type { Runtime } from '../catalog/runtime.ts';
import type { PreparedQuery } from './prepare-query.ts';
import { refuseProblems } from './refuse-problems.ts';

/**
 * The statement of a query; with `countsRows`, the one that counts its rows without limit and offset.
 *
 * @throws InvalidQuery when the model offers no way to answer
 */
export function compilePrepared(
  { bound, model }: PreparedQuery,
  runtime: Runtime,
  options: { readonly countsRows?: boolean } = {},
): CompiledQuery {
  const dialect = runtime.dialectFor(dataSourceOf(bound, model.index));
  const outcome = compileQuery(bound, model.index, dialect, options);
  if (!outcome.ok) throw refuseProblems(outcome.problems);
  return outcome.value;
}

/** That of the first column; the planner refuses a query that needs another one as well. */
function dataSourceOf(bound: BoundQuery, model: ModelIndex): string {
  for (const { expression } of bound.outputs) {
    if (expression.kind === 'value' || expression.kind === 'call') continue;
    return requireCube(model, ownerOf(requireMember(model, expression.member))).dataSource;
  }
  throw new Error('a query of the wire selects a member');
}

function ownerOf(member: Member): string {
  const owner = member.expression.kind === 'alias' ? member.expression.member : member.id;
  return owner.slice(0, owner.indexOf('.'));
}
