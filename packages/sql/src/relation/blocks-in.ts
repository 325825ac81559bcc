import type { Block, BoundStatement, Relation } from './relation.ts';
import { scalarsIn, withinScalar } from './walk.ts';

/** The blocks of a statement, each once. */
export function blocksIn({ relation, shared }: BoundStatement): readonly Block[] {
  const found = new Set<Block>();
  const relations: Relation[] = [relation, ...shared.map((one) => one.relation)];
  for (let at = relations.pop(); at; at = relations.pop()) {
    const scalars = [...scalarsIn(at)];
    for (let scalar = scalars.pop(); scalar; scalar = scalars.pop()) {
      const inside = withinScalar(scalar);
      scalars.push(...inside.scalars);
      relations.push(...inside.queries);
    }
    for (const block of blocksBelow(at)) found.add(block);
  }
  return [...found];
}

function blocksBelow(relation: Relation): readonly Block[] {
  const found: Block[] = [];
  const relations = [relation];
  for (let at = relations.pop(); at; at = relations.pop()) {
    if (at.kind === 'block') found.push(at.block);
    if ('input' in at) relations.push(at.input);
    if ('left' in at) relations.push(at.left, at.right);
  }
  return found;
}
