/** Every store accepts at least this many parameters in one statement. */
const atATime = 500;

/** Splits a long list into parts that fit into one statement each. */
export function inPieces<T>(list: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(list.length / atATime) }, (_, index) =>
    list.slice(index * atATime, (index + 1) * atATime),
  );
}

/** Reads what belongs to a long list by one statement for each part of it, one after the other. */
export async function readInPieces<T, Row>(
  list: readonly T[],
  read: (some: readonly T[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (const some of inPieces(list)) found.push(...(await read(some)));
  return found;
}
