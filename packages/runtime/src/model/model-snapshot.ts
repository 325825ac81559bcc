import { hash } from 'node:crypto';
import {
  type CubeName,
  type FolderListing,
  folderSchemas,
  indexContent,
  type Member,
  type MemberId,
  type ModelBuild,
  type Piece,
} from '@orrery/semantic';
import { inTurns } from './in-turns.ts';
import type { ModelSnapshot } from '../runtime.ts';

/**
 * Writes the model over several turns of the event loop: 40,000 members at once would block other requests.
 *
 * @param listing how folders of views are schemas; absent where they are none
 */
export async function snapshotOf(build: ModelBuild, listing?: FolderListing): Promise<ModelSnapshot> {
  const pieces = new Map<CubeName, Piece>();
  const members = new Map<MemberId, Member>();
  await inTurns(build.pieces, (piece) => {
    pieces.set(piece.name, piece);
    for (const list of [piece.dimensions, piece.measures, piece.segments])
      for (const member of list) members.set(member.id, member);
  });
  const parts = [
    ...build.pieces.map((piece) => `${piece.name} ${piece.hash}`),
    ...build.unavailable.map((piece) => `${piece.name} unavailable`),
  ];
  const version = hash('sha256', parts.sort().join('\n')).slice(0, 16);
  const index = indexContent({ pieces, members }, build.unavailable);
  const schemas = listing && folderSchemas(build.pieces, listing);
  return { index: schemas ? { ...index, folderSchemas: schemas } : index, build, version };
}

/**
 * Whether a new build may replace the serving one. A healthy model is only replaced by a healthy one; a model that
 * started with broken files is also replaced by one that removes nothing.
 */
export function mayReplace(serving: ModelBuild, next: ModelBuild): boolean {
  if (next.problems.length === 0) return true;
  if (serving.problems.length === 0) return false;
  const available = new Set(next.pieces.map((piece) => piece.name));
  return serving.pieces.every((piece) => available.has(piece.name));
}
