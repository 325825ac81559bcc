import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type Access, QueryableMembers, type View } from '@orrery/semantic';
import type { ModelSnapshot } from '../../runtime.ts';
import { type RequestMemory, redactionFor } from '../../query/index.ts';
import { type MetaCubeOptions, presentPiece } from './meta-cube.ts';
import { presentViewGroups } from './meta-structure.ts';
import { presentQueryable } from './meta-queryable.ts';
import { PreparedBody } from './prepared-body.ts';

/** Members written before other requests get a turn. */
const membersAtOnce = 500;

/** Bound on bodies of one state of a model, for callers who see different parts of it. */
const mostBodyBytes = 64 * 1024 * 1024;

interface Bodies {
  readonly writing: Map<string, Promise<PreparedBody>>;
  readonly written: LRUCache<string, PreparedBody>;
}

/**
 * Returns the answer of `/v1/meta`, written once per state of a model and set of visible members, as long as there is
 * room. Requests that arrive meanwhile wait for the same one.
 */
export async function metaBody(
  model: ModelSnapshot,
  access: Access,
  options: MetaCubeOptions,
  memory: RequestMemory,
): Promise<PreparedBody> {
  const { onlyViews, isExtended, foldersDelimiter, rowLimits } = options;
  const limits = isExtended ? memory.limitsOf(access) : ''; // what goes with what is part of it
  const shown = [onlyViews, isExtended, foldersDelimiter ?? null, isExtended ? (rowLimits ?? null) : null];
  const key = JSON.stringify([...shown, memory.hiddenOf(access), limits]);
  const { writing, written } = memory.ofModel(model, newBodies);
  const known = written.get(key) ?? writing.get(key);
  if (known) return known;
  const body = writeMeta(model, access, options).finally(() => writing.delete(key));
  writing.set(key, body);
  written.set(key, await body);
  return body;
}

function newBodies(): Bodies {
  const written = new LRUCache<string, PreparedBody>({
    maxSize: mostBodyBytes,
    sizeCalculation: ({ sizeBytes }) => sizeBytes,
  });
  return { writing: new Map(), written };
}

async function writeMeta({ index }: ModelSnapshot, access: Access, options: MetaCubeOptions): Promise<PreparedBody> {
  const cubes: string[] = [];
  const views: View[] = [];
  const planner = new QueryableMembers(index, access);
  const redaction = access.hidden.size > 0 && options.isExtended ? redactionFor(index, access) : undefined;
  let sinceTurn = 0;
  for (const piece of index.pieces.values()) {
    const described = presentPiece(piece, index, access, options);
    const queryable = described && options.isExtended ? { queryable: await presentQueryable(piece, planner) } : {};
    const shown = described && { ...described, ...queryable };
    const text = JSON.stringify(shown);
    if (shown) cubes.push(redaction ? redaction.sql(text, piece.name) : text);
    if (shown && piece.kind === 'view') views.push(piece);
    sinceTurn += piece.measures.length + piece.dimensions.length + piece.segments.length;
    if (sinceTurn < membersAtOnce) continue;
    await nextTurn();
    sinceTurn = 0;
  }
  const groups = options.isExtended ? [] : presentViewGroups(views);
  const viewGroups = groups.length === 0 ? '' : `,"viewGroups":${JSON.stringify(groups)}`;
  const rowLimits = options.isExtended && options.rowLimits ? `,"rowLimits":${JSON.stringify(options.rowLimits)}` : '';
  return new PreparedBody(Buffer.from(`{"cubes":[${cubes.join(',')}]${viewGroups}${rowLimits}}`));
}
