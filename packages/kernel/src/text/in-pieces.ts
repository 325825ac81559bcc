/** Stores take so many parameters in one statement at least. */
const atATime = 500;

/** A long list in parts that fit into a statement. */
export function inPieces<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / atATime) }, (_, index) =>
    list.slice(index * atATime, (index + 1) * atATime),
  );
}
