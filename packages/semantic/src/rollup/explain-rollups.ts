import { type Cube, cubeOf, type ModelIndex, type PreAggregation, touchedAnywhere } from '../model/index.ts';
import type { QueryPlan } from '../plan/index.ts';
import type { Access, BoundQuery } from '../query/index.ts';
import type { Zone } from '../time/index.ts';
import { describeMismatch } from './describe-mismatch.ts';
import { matchRollup, type RollupMatch } from './match-rollup.ts';
import { resolveRollup } from './resolve-rollup.ts';
import { membersAsked, shownNames } from './shown-names.ts';
import { type ZonedDefinition, smallestChange } from './smallest-change.ts';

/** A pre-aggregation that is compared with a query. */
export interface RollupCandidate {
  /** `orders.main`; without the name where the caller sees nothing of its cube. */
  readonly name: string;
  /** How it would answer; absent where it does not match. */
  readonly covers?: 'merging' | 'stored-rows';
  /** Every reason why it does not match, in words. */
  readonly reasons: readonly { readonly kind: string; readonly text: string }[];
  /** Additions to its definition with which it would match, in words; absent where none is known. */
  readonly change?: readonly string[];
}

/** A query with what it is compared by. */
interface ComparedQuery {
  readonly query: BoundQuery;
  /** Plan of the query, with the rules of the caller. */
  readonly plan: QueryPlan;
  readonly model: ModelIndex;
}

/**
 * Compares a query with the pre-aggregations of every cube whose members it uses, in the order of definition, rollups
 * first.
 *
 * @param access rights of the caller: texts name nothing that they hide @param zones zones that rollups by day or longer
 * are built for, at least one
 */
export function explainRollups(
  compared: ComparedQuery,
  access: Access,
  zones: readonly [Zone, ...Zone[]],
): readonly RollupCandidate[] {
  const { query, model } = compared;
  const names = shownNames(query, model, access);
  return candidates(compared).map(({ cube, definition }, index): RollupCandidate => {
    const name = names.seesCube(cube.name) ? `${cube.name}.${definition.name}` : `pre-aggregation ${index + 1}`;
    const match = (one: ZonedDefinition) => compare(compared, cube, one);
    const start = { definition, zones };
    const found = match(start);
    if (found.kind === 'covers') return { name, covers: found.by, reasons: [] };
    const { mismatches } = found;
    const change = smallestChange(start, mismatches, {
      model,
      names,
      match: (one) => {
        const again = match(one);
        return again.kind === 'covers' ? [] : again.mismatches;
      },
    });
    const texts = mismatches.map((one) => ({ kind: one.kind, text: describeMismatch(one, names) }));
    const reasons = [...new Map(texts.map((one) => [one.text, one])).values()];
    return { name, reasons, ...(change ? { change } : {}) };
  });
}

interface CubeRollup {
  readonly cube: Cube;
  readonly definition: PreAggregation;
}

function candidates({ query, model }: ComparedQuery): readonly CubeRollup[] {
  const used = new Set([...touchedAnywhere(model, membersAsked(query)).members].map(cubeOf));
  const found = [...model.pieces.values()].flatMap((piece): readonly CubeRollup[] =>
    piece.kind === 'cube' && used.has(piece.name)
      ? piece.preAggregations.map((definition) => ({ cube: piece, definition }))
      : [],
  );
  const isOriginal = ({ definition }: CubeRollup) => definition.type === 'original_sql';
  return [...found.filter((one) => !isOriginal(one)), ...found.filter(isOriginal)];
}

/** Compares the rollup of the query's zone, or else of the first one. */
function compare(
  { query, plan, model }: ComparedQuery,
  cube: Cube,
  { definition, zones }: ZonedDefinition,
): RollupMatch {
  const zone = zones.includes(query.zone) ? query.zone : (zones[0] ?? query.zone);
  const resolved = resolveRollup(cube.name, definition, model, { zone, year: query.year });
  return resolved.ok
    ? matchRollup(query, plan, resolved.rollup, model)
    : { kind: 'differs', mismatches: resolved.mismatches };
}
