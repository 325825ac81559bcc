/** Maximum nesting of the claims of a token, and of every security context. */
export const deepestClaims = 32;

/**
 * Whether lists and objects are nested more than `most` levels deep; a text has no level, `[]` has one. Works level by
 * level, without recursion, so that deep input cannot exhaust the stack.
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
