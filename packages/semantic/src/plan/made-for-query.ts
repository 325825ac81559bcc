import { type Cube, LayeredMap, type Member, type ModelIndex } from '../model/index.ts';

/** Members and cubes that one query sees in place of those of the model, or in addition. Plain data. */
export interface MadeForQuery {
  readonly members: readonly Member[];
  readonly cubes: readonly Cube[];
}

/** The model as the query sees it. */
export function modelWith(made: MadeForQuery | undefined, model: ModelIndex): ModelIndex {
  if (!made) return model;
  const members = new Map(made.members.map((member) => [member.id, member]));
  const cubes = new Map(made.cubes.map((cube) => [cube.name, cube]));
  return {
    ...model,
    members: new LayeredMap(model.members, members),
    pieces: cubes.size > 0 ? new LayeredMap(model.pieces, cubes) : model.pieces,
  };
}
