import { cubeOf, type CubeName, type MemberId, type ModelIndex, type Piece, readsOf } from '@orrery/semantic';

/** Lists cubes with policies that the public members of a view reach. */
export function cubesBehind({ name, kind, ...piece }: Piece, model: ModelIndex): readonly CubeName[] {
  if (kind !== 'view') return [];
  const members = [...piece.measures, ...piece.dimensions, ...piece.segments].filter(({ isPublic }) => isPublic);
  const reached = new Set<MemberId>(members.map(({ id }) => id));
  for (const id of reached) {
    const member = model.members.get(id);
    for (const read of member ? readsOf(member) : []) reached.add(read);
  }
  const cubes = new Set([...reached].map(cubeOf));
  return [...cubes].filter((cube) => cube !== name && model.pieces.get(cube)?.policies !== undefined);
}
