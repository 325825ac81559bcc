import { fragmentsOf, everyPart } from '../facts/fragments-of.ts';
import { stageReads } from '../facts/member-reads.ts';
import type { Cube, Fragment, FragmentPart, Member, MemberId } from '../model.ts';
import { cubeNameOf } from '../resolve/scope.ts';
import { strongComponents } from '../graph/strong-components.ts';

/** The size of SQL after all references are expanded. */
export interface ExpansionSize {
  /** Approximate size in characters. */
  readonly size: number;
  /** Length of the longest chain of references, including itself. */
  readonly depth: number;
  /** Number of nested stages. */
  readonly stages: number;
}

/** Maximum size in characters to which a member, a join or a source may expand. */
const mostExpanded = 1_000_000;

/** Longest chain of references. Statements nest equally deep, and engines bound that as well. */
export const longestChain = 256;

/** Maximum of nested stages: each one doubles the time that planning takes. */
export const mostStages = 16;

/** A member, or a cube for the rows it reads. Names of members contain a dot, those of cubes do not. */
type ExpansionNode = string;

interface Weight {
  readonly own: number;
  readonly reads: readonly { readonly node: ExpansionNode; readonly times: number }[];
  /** An alias of what it reads. */
  readonly isAlias?: true;
  readonly isStage?: true;
}

/** Size added by a reference: alias, quotes, parentheses. */
const referenceSize = 8;

/** Number of times some engines repeat the time in a bucket. */
const timesOfBucket = 4;

/** Size added by a stage or sub query, which is a statement of its own over the rows of its cube. */
const statementSize = 500;

/** The test for an address repeats its text once per allowed prefix. */
const timesOfGuarded = 8;

export interface Expansions {
  readonly found: ReadonlyMap<string, ExpansionSize>;
  /** Items beyond a bound that refer to no other item beyond one. */
  readonly beyond: readonly string[];
}

/** Expands sources by cube. Cost: linear. */
export function expandSources(cubes: Iterable<Pick<Cube, 'name' | 'source'>>): Expansions {
  return expandAll([...cubes].map(({ name, source }) => [name, weightOf([sourceFragment(source)])]));
}

/** Expands members by name, given the expanded sources. Cost: linear. */
export function expandMembers(members: Iterable<Member>, sources: Expansions): Expansions {
  return expandAll(
    [...members].map((member) => [member.id, weightOfMember(member)]),
    sources.found,
  );
}

/**
 * Expands one member, and keeps what is found of it and of the members that it is made of.
 *
 * @param found receives their sizes
 */
export function expandMember(
  member: Member,
  members: ReadonlyMap<MemberId, Member>,
  found: Map<string, ExpansionSize>,
): ExpansionSize {
  const known = found.get(member.id);
  if (known) return known;
  found.set(member.id, nothing); // a circle ends here; it is reported elsewhere
  const weight = weightOfMember(member);
  for (const { node } of weight.reads) {
    const read = members.get(node as MemberId); // a cube is no key
    if (read) expandMember(read, members, found);
  }
  const expansion = sum(weight, found);
  found.set(member.id, expansion);
  return expansion;
}

/** Expands SQL that refers to expanded items. */
export function expandFragment(sql: Fragment, { found }: Expansions): ExpansionSize {
  return sum(weightOf([sql]), found);
}

function isBeyond(expansion: ExpansionSize): boolean {
  return expansion.depth > longestChain || expansion.stages > mostStages || isTooLarge(expansion);
}

/** SQL without references is as long as written, which is bounded by its file. */
export function isTooLarge({ size, depth }: ExpansionSize): boolean {
  return depth > 1 && size > mostExpanded;
}

function expandAll(
  weights: readonly (readonly [ExpansionNode, Weight])[],
  known: ReadonlyMap<ExpansionNode, ExpansionSize> = new Map(),
): Expansions {
  const found = new Map(known);
  const beyond: ExpansionNode[] = [];
  const referring = new Map<ExpansionNode, Weight>();
  for (const [node, weight] of weights) {
    if (weight.reads.length > 0) referring.set(node, weight);
    else found.set(node, { ...nothing, size: weight.own, stages: weight.isStage ? 1 : 0 });
  }
  const readsOf = (node: ExpansionNode): readonly ExpansionNode[] =>
    (referring.get(node)?.reads ?? []).map((read) => read.node);
  // A node follows those it refers to. Cycles are reported elsewhere.
  for (const node of strongComponents(new Set(referring.keys()), readsOf).flat()) {
    const weight = referring.get(node);
    if (!weight) continue;
    const expansion = sum(weight, found);
    found.set(node, expansion);
    if (!isBeyond(expansion)) continue;
    const isFirst = readsOf(node).every((read) => !isBeyond(found.get(read) ?? nothing));
    if (isFirst) beyond.push(node);
  }
  return { found, beyond };
}

const nothing: ExpansionSize = { size: 0, depth: 1, stages: 0 };

function sum(
  { own, reads, isAlias, isStage }: Weight,
  found: ReadonlyMap<ExpansionNode, ExpansionSize>,
): ExpansionSize {
  let size = own;
  let depth = 0;
  let stages = 0;
  for (const { node, times } of reads) {
    const read = found.get(node) ?? nothing;
    size += times * (isAlias ? read.size : read.size + referenceSize);
    depth = Math.max(depth, read.depth);
    stages = Math.max(stages, read.stages);
  }
  return { size, depth: isAlias ? depth : depth + 1, stages: isStage ? stages + 1 : stages };
}

function sourceFragment(source: Cube['source']): Fragment {
  return source.kind === 'table' ? source.table : source.sql;
}

function weightOfMember(member: Member): Weight {
  const { expression } = member;
  if (expression.kind === 'alias') return { own: 0, reads: [{ node: expression.member, times: 1 }], isAlias: true };
  const fragments = [...fragmentsOf(member), ...fragmentsBeside(member)];
  if (expression.kind === 'composed') return weightOf(fragments, expression.isGuarded ? timesOfGuarded : 1);
  if (expression.kind === 'choice') return weightOf([...fragments, ...expression.when.map(() => expression.on)]);
  if (expression.kind !== 'stage' && expression.kind !== 'sub-query') return weightOf(fragments);
  const { own, reads } = weightOf(fragments);
  const further = [cubeNameOf(member.id), ...(expression.kind === 'stage' ? stageReads(expression) : [])];
  return {
    own: own + statementSize,
    reads: [...reads, ...further.map((node) => ({ node, times: 1 }))],
    ...(expression.kind === 'stage' ? { isStage: true } : {}),
  };
}

function fragmentsBeside(member: Member): readonly Fragment[] {
  const mask = member.kind !== 'segment' && member.mask?.kind === 'sql' ? [member.mask.sql] : [];
  if (member.kind !== 'dimension') return mask;
  return [
    ...mask,
    ...(member.granularities ?? []).flatMap(({ buckets }) => (buckets.kind === 'sql' ? [buckets.sql] : [])),
    ...(member.timeShifts ?? []).flatMap(({ moves }) => (moves.kind === 'sql' ? [moves.sql] : [])),
  ];
}

function weightOf(fragments: readonly Fragment[], times = 1): Weight {
  let own = 0;
  const reads: { readonly node: ExpansionNode; readonly times: number }[] = [];
  for (const fragment of fragments)
    for (const part of everyPart(fragment)) {
      const node = nodeOf(part);
      if (node === undefined) own += times * sizeOf(part);
      else reads.push({ node, times: times * (part.kind === 'member' && part.granularity ? timesOfBucket : 1) });
    }
  return { own, reads };
}

function nodeOf(part: FragmentPart): ExpansionNode | undefined {
  if (part.kind === 'member') return part.member;
  return part.kind === 'source' ? part.cube : undefined;
}

function sizeOf(part: FragmentPart): number {
  return part.kind === 'text' ? part.text.length : referenceSize;
}
