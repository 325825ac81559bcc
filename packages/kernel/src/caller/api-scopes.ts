/** Parts of the Data API a token may be allowed to use. */
export const apiScopes = ['data', 'meta', 'sql', 'graphql', 'jobs'] as const;

export type ApiScope = (typeof apiScopes)[number];
