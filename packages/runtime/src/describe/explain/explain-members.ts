import type { ExplainAnswer } from '@orrery/contract';
import {
  type BoundQuery,
  conditionMembers,
  cubeOf,
  followedTime,
  isDay,
  isTimeText,
  type Member,
  type MemberId,
  membersOf,
  type ModelIndex,
  readsOf,
  requireMember,
  resolveAlias,
} from '@orrery/semantic';
import { extendDimension, extendMeasure, extendSegment } from '../meta/index.ts';
import { explainStage } from './explain-stage.ts';
import type { DefinitionLines } from './definition-lines.ts';
import type { Redaction } from '../../query/index.ts';

type ExplainedMember = ExplainAnswer['members'][number];

/** Explains each member in a query with its use and definition; for users who may read the model, also its parts. */
export function explainMembers(
  query: BoundQuery,
  model: ModelIndex,
  redaction: Redaction,
  definitions: DefinitionLines | undefined,
): readonly ExplainedMember[] {
  const uses = usesOf(query, model, { withParts: definitions !== undefined });
  return [...uses]
    .filter(([id]) => redaction.member(id) === id) // parts, and what default filters of views test
    .map(([id, how]) => ({
      ...explainMember(requireMember(model, id), model, redaction, definitions),
      uses: [...how],
    }));
}

/** Members by their use in a query. */
export function usesOf(
  query: BoundQuery,
  model: ModelIndex,
  { withParts }: { readonly withParts: boolean },
): ReadonlyMap<MemberId, ReadonlySet<ExplainedMember['uses'][number]>> {
  const uses = new Map<MemberId, Set<ExplainedMember['uses'][number]>>();
  const use = (id: MemberId, how: ExplainedMember['uses'][number]) => {
    const known = uses.get(id) ?? new Set();
    uses.set(id, known.add(how));
  };
  for (const { role, expression } of query.outputs) {
    for (const id of membersOf(expression)) use(id, role === 'bucket' ? 'bucket' : 'selected');
  }
  for (const filter of [...query.rowFilters, ...query.groupFilters]) {
    for (const id of conditionMembers(filter, membersOf)) use(id, 'filter');
  }
  const shown = new Set([...uses.keys()].map((id) => behind(id, model)));
  // Grows during the walk, because parts have parts of their own.
  for (const id of withParts ? shown : []) {
    for (const part of readsOf(requireMember(model, id)).map((one) => behind(one, model))) {
      if (shown.has(part)) continue;
      shown.add(part);
      use(part, 'part');
    }
  }
  return uses;
}

/** The cube's own member behind one of a view. */
export function behind(id: MemberId, model: ModelIndex): MemberId {
  return resolveAlias(model, id, requireMember(model, id).kind).member.id;
}

function explainMember(
  named: Member,
  model: ModelIndex,
  redaction: Redaction,
  definitions: DefinitionLines | undefined,
): Omit<ExplainedMember, 'uses'> {
  const { member, path } = resolveAlias(model, named.id, named.kind);
  const isAlias = member.id !== named.id;
  const isShown = !isAlias || redaction.member(member.id) === member.id;
  return {
    name: named.id,
    kind: named.kind,
    ...(named.kind === 'segment' ? {} : { type: named.type }),
    ...(named.kind === 'measure' ? { aggType: named.aggregateType } : {}),
    ...storedAs(member.id, model),
    ...(isAlias && isShown ? { aliasMember: member.id } : {}),
    ...(isAlias && path.length > 1 ? { path: path.map((cube) => redaction.cube(cube)) } : {}),
    ...(definitions && isShown
      ? {
          ...placeOf(member.id, model, definitions),
          ...redacted(definitionOf(member, redaction), cubeOf(member.id), redaction),
        }
      : {}),
  };
}

/** A time that is just another one has that one's type. */
function storedAs(id: MemberId, model: ModelIndex): Pick<ExplainedMember, 'storedAs'> {
  const member = requireMember(model, id);
  if (isDay(model, id)) return { storedAs: 'day' };
  if (isTimeText(model, id)) return { storedAs: 'text' };
  if (model.stored?.unknown.has(id) && isOfTimes(member)) return { storedAs: 'unknown' };
  const followed = followedTime(member);
  return followed && followed.granularity === undefined ? storedAs(behind(followed.member, model), model) : {};
}

function isOfTimes(member: Member): boolean {
  return member.kind !== 'segment' && (member.type === 'time' || ('times' in member && member.times !== undefined));
}

/** Hides names in an author's SQL that the reader may not see. */
function redacted<T extends object>(shown: T, cube: string, redaction: Redaction): T {
  // The same keys with other texts.
  return JSON.parse(redaction.sql(JSON.stringify(shown), cube)) as T;
}

function definitionOf(member: Member, redaction: Redaction): Partial<ExplainedMember> {
  const cube = cubeOf(member.id);
  switch (member.kind) {
    case 'measure':
      return { ...extendMeasure(member, cube, ''), ...explainStage(member, cube, redaction) };
    case 'dimension':
      return extendDimension(member, cube, '');
    case 'segment':
      return extendSegment(member, cube, '');
  }
}

/** An inherited definition is located where it is written. */
function placeOf(
  id: MemberId,
  model: ModelIndex,
  definitions: DefinitionLines,
): { readonly file?: string; readonly line?: number } {
  const name = id.slice(id.indexOf('.') + 1);
  return placeIn(cubeOf(id), (cube) => `${cube}.${name}`, model, definitions);
}

/** The position of a cube's definition, or of that in the cube it extends. */
export function placeIn(
  cube: string,
  keyOf: (cube: string) => string,
  model: ModelIndex,
  definitions: DefinitionLines,
): { readonly file?: string; readonly line?: number } {
  const own = model.pieces.get(cube)?.file;
  const seen = new Set<string>();
  for (let name: string | undefined = cube; name !== undefined && !seen.has(name); ) {
    seen.add(name);
    const piece = model.pieces.get(name);
    const line = piece && definitions.get(piece.file)?.get(keyOf(name));
    if (piece && line !== undefined) return { file: piece.file, line };
    name = piece?.kind === 'cube' ? piece.extends : undefined;
  }
  return own === undefined ? {} : { file: own };
}

/** Files that may define members of a query and the joins of its plan. */
export function filesOf(cubes: Iterable<string>, model: ModelIndex): readonly string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    const piece = model.pieces.get(name);
    if (!piece || seen.has(name)) return;
    seen.add(name);
    files.add(piece.file);
    if (piece.kind === 'cube' && piece.extends !== undefined) add(piece.extends);
  };
  for (const cube of cubes) add(cube);
  return [...files];
}
