/** Sentences about queries: names, filters, dates. */
export const queryMessages = {
  'query.unknown-cube': (p: { cube: string; path: string }) => `Cube '${p.cube}' not found for path '${p.path}'`,
  'query.unknown-member': (p: { member: string; path: string }) => `'${p.member}' not found for path '${p.path}'`,
} as const;
