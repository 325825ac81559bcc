import type { Row, Value } from '../column.ts';

interface OrderedGroup {
  /** Whether the first range has it. */
  readonly isOfBase: boolean;
  readonly group: readonly Value[];
}

/**
 * The groups of the first range in the order that they came in, which is that of the query. Those that only a later range has
 * stand at their time where groups are ordered by it, up or down; else they come last.
 *
 * @param time column of the compared time among the values of groups
 */
export function inOrder(groups: readonly OrderedGroup[], time: number | undefined): readonly Row[] {
  const [own, left] = [groups.filter(({ isOfBase }) => isOfBase), groups.filter(({ isOfBase }) => !isOfBase)];
  const all = [...own, ...left].map(({ group }) => group);
  if (time === undefined) return all;
  const timeOf = (group: readonly Value[]) => String(group[time] ?? '\uffff');
  const direction = directionOf(own.map(({ group }) => timeOf(group)));
  if (direction === undefined) return all;
  const factor = direction || directionOf(left.map(({ group }) => timeOf(group))) || 1;
  return all.toSorted((one, other) => {
    const [a, b] = [timeOf(one), timeOf(other)];
    return factor * (a < b ? -1 : a > b ? 1 : 0);
  });
}

/** @returns 1 or -1 for texts that go up or down, 0 for those that do neither, `undefined` for those that do both */
function directionOf(texts: readonly string[]): 1 | -1 | 0 | undefined {
  const pairs = texts.slice(1).map((text, index) => ({ text, before: texts[index] ?? '' }));
  const [goesUp, goesDown] = [
    pairs.some(({ text, before }) => text > before),
    pairs.some(({ text, before }) => text < before),
  ];
  if (goesUp && goesDown) return undefined;
  return goesUp ? 1 : goesDown ? -1 : 0;
}
