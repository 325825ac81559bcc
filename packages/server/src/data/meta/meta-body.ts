import { setImmediate as nextTurn } from 'node:timers/promises';
import { Queryable, type View, openAccess } from '@orrery/semantic';
import type { ModelSnapshot } from '../../catalog/runtime.ts';
import { type MetaOptions, presentPiece } from './meta-cube.ts';
import { presentViewGroups } from './meta-structure.ts';
import { presentQueryable } from './meta-queryable.ts';
import { PreparedBody } from './prepared-body.ts';

/** Members written before other requests get their turn. */
const membersAtOnce = 500;

/** Lives and dies with the state of the model it describes. */
const bodies = new WeakMap<ModelSnapshot, Map<string, Promise<PreparedBody>>>();

/**
 * The answer of `/v1/meta`, written once for each state of a model. Requests that come while it is being written wait
 * for the same one.
 */
export function metaBody(model: ModelSnapshot, options: MetaOptions): Promise<PreparedBody> {
  const key = `${options.onlyViews} ${options.isExtended}`;
  const known = bodies.get(model) ?? new Map<string, Promise<PreparedBody>>();
  bodies.set(model, known);
  const body = known.get(key) ?? writeMeta(model, options);
  known.set(key, body);
  return body;
}

async function writeMeta({ index }: ModelSnapshot, options: MetaOptions): Promise<PreparedBody> {
  const cubes: string[] = [];
  const views: View[] = [];
  const planner = new Queryable(index, openAccess);
  let sinceTurn = 0;
  for (const piece of index.pieces.values()) {
    const described = presentPiece(piece, index, options);
    const queryable = described && options.isExtended ? { queryable: await presentQueryable(piece, planner) } : {};
    const shown = described && { ...described, ...queryable };
    if (shown) cubes.push(JSON.stringify(shown));
    if (shown && piece.kind === 'view') views.push(piece);
    sinceTurn += piece.measures.length + piece.dimensions.length + piece.segments.length;
    if (sinceTurn < membersAtOnce) continue;
    await nextTurn();
    sinceTurn = 0;
  }
  const groups = options.isExtended ? [] : presentViewGroups(views);
  const viewGroups = groups.length === 0 ? '' : `,"viewGroups":${JSON.stringify(groups)}`;
  return new PreparedBody(Buffer.from(`{"cubes":[${cubes.join(',')}]${viewGroups}}`));
}
