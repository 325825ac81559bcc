/** A budget of name comparisons: a model with everything misspelt would take too long. */
export interface Comparisons {
  left: number;
}

/**
 * Finds the candidate that differs from `name` by the fewest letters, if it is close enough for a typing error.
 *
 * Cost: candidates x length x allowed differences. Source: Damerau 1964 (insertions, deletions, substitutions, swaps).
 *
 * @param comparisons budget, of which each candidate takes one; the search ends without a result when it is used up
 */
export function nearest(name: string, candidates: Iterable<string>, comparisons?: Comparisons): string | undefined {
  // One letter is close to every other.
  if (name.length < 2) return undefined;
  const limit = name.length <= 3 ? 1 : Math.max(2, Math.floor(name.length / 3));
  const wanted = name.slice(0, maxLength).toLowerCase();
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (comparisons && --comparisons.left < 0) return undefined;
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/**
 * Finds the name that was probably meant, as `nearest` does. Prefers a word of a longer name to a similar word: country
 * suggests store_country before count. The beginning of a single name is suggested when no name is similar.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const whole = candidates.find((one) => one.startsWith(`${name}_`) || one.endsWith(`_${name}`));
  if (whole && name.length > 2) return whole;
  const near = nearest(name, candidates);
  if (near !== undefined) return near;
  const [begun, ...others] = name.length > 2 ? candidates.filter((one) => one.startsWith(name)) : [];
  return others.length === 0 ? begun : undefined;
}

/** Returns a hint with the name that was probably meant, if a candidate is close enough. */
export function didYouMean(
  name: string,
  candidates: Iterable<string>,
  show = (candidate: string) => candidate,
  comparisons?: Comparisons,
): string | undefined {
  const candidate = nearest(name, candidates, comparisons);
  return candidate === undefined ? undefined : `Did you mean ${show(candidate)}?`;
}

/** Longer names are compared by their beginning, so that a hostile one costs nothing. */
const maxLength = 100;

/**
 * Counts the letters to insert, delete, replace or swap with their neighbour until both texts are equal.
 *
 * @returns a number from `bound` on when the distance is not below it: no row ends below its smallest cell
 */
export function editDistance(a: string, b: string, bound: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  let spare: number[] = [];
  for (let i = 1; i <= a.length; i++) {
    const row = spare;
    row[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const substituted = cell(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(cell(last, j) + 1, cell(row, j - 1) + 1, substituted);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, cell(beforeLast, j - 2) + 1);
      }
      row[j] = cost;
      if (cost < least) least = cost;
    }
    // A swap adds one to the minimum of the row before the last, which was below the bound.
    if (least > bound) return bound;
    [spare, beforeLast, last] = [beforeLast, last, row];
  }
  return cell(last, b.length);
}

function cell(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
