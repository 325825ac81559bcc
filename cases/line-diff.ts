/** The lines that differ, `-` from `before`, `+` from `after`; equal lines are left out. Empty when nothing differs. */
export function lineDiff(before: string, after: string): string {
  const [left, right] = [before.split('\n'), after.split('\n')];
  const kept = longestCommon(left, right);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  for (const [keptLeft, keptRight] of [...kept, [left.length, right.length] as const]) {
    while (i < keptLeft) lines.push(`- ${left[i++]}`);
    while (j < keptRight) lines.push(`+ ${right[j++]}`);
    i++;
    j++;
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Pairs of positions of a longest common subsequence. */
function longestCommon(left: readonly string[], right: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = left.map(() => right.map(() => 0));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const row = lengths[i] ?? [];
      row[j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
