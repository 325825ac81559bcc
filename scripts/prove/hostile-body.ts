import { hostileTexts, impossibleTexts } from '../../tests/attacks/hostile-texts.ts';
import type { Random } from './random.ts';
import type { RandomQuery } from './random-query.ts';

const junk: readonly unknown[] = [null, true, -1, 1e300, 0.5, {}, [], [[]], { or: [] }, { and: [{ or: [] }] }, 'x'];

/** Turns a valid query into a faulty request body: broken by accident or on purpose. */
export function hostileBody(query: RandomQuery, random: Random): string {
  const mistake = random.pick([spoilText, spoilNode, addKey, cutShort, manyValues, deepFilters, noJson]);
  return mistake(query, random);
}

type Mistake = (query: RandomQuery, random: Random) => string;

const bodyOf = (query: unknown) => JSON.stringify({ query });

const spoilText: Mistake = (query, random) =>
  bodyOf(
    changeOne(
      query,
      random,
      (node) => typeof node === 'string',
      () => random.pick([...hostileTexts, ...impossibleTexts]),
    ),
  );

const spoilNode: Mistake = (query, random) =>
  bodyOf(
    changeOne(
      query,
      random,
      () => true,
      () => random.pick(junk),
    ),
  );

const addKey: Mistake = (query, random) => {
  const key = JSON.stringify(random.pick([...hostileTexts, 'limit', 'measures', 'securityContext']));
  return bodyOf(query).replace('{"query":{', `{"query":{${key}:${JSON.stringify(random.pick(junk))},`);
};

const cutShort: Mistake = (query, random) => {
  const text = bodyOf(query);
  return text.slice(0, random.integer(0, text.length));
};

const manyValues: Mistake = (query, random) => {
  const values = Array.from({ length: random.pick([3000, 12_000, 60_000]) }, (_, index) => `value ${index}`);
  return bodyOf({ ...query, filters: [{ member: query.dimensions[0] ?? 'a.b', operator: 'equals', values }] });
};

const deepFilters: Mistake = (query, random) => {
  const depth = random.pick([10, 60, 20_000]);
  const nested = `${'{"or":['.repeat(depth)}${']}'.repeat(depth)}`;
  return bodyOf({ ...query, filters: 'nested' }).replace('"nested"', `[${nested}]`);
};

const noJson: Mistake = (_query, random) =>
  random.pick(['', 'null', '[]', '{', '"', '\0', '{"query":5}', '{"query":[{}]}']);

/** Copies the value and replaces one of the nodes that fit. */
function changeOne(
  root: unknown,
  random: Random,
  fits: (node: unknown) => boolean,
  replacement: () => unknown,
): unknown {
  let left = random.integer(0, Math.max(1, countNodes(root, fits)));
  const visit = (node: unknown): unknown => {
    if (fits(node) && left-- === 0) return replacement();
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
  };
  return visit(root);
}

function countNodes(node: unknown, fits: (node: unknown) => boolean): number {
  const children = typeof node === 'object' && node !== null ? Object.values(node) : [];
  return (fits(node) ? 1 : 0) + children.reduce((sum: number, child) => sum + countNodes(child, fits), 0);
}
