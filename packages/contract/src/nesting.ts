/** Levels of lists and objects in the claims of a token, and in every security context that becomes some. */
export const deepestClaims = 32;

/**
 * Whether lists and objects stand in each other more than `most` levels deep; a text has no level, `[]` has one. Goes level
 * by level, so that nothing a caller sends is deeper than there is a stack for.
 */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
