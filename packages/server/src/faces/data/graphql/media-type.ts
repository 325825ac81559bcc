/** Media types of answers, as GraphQL over HTTP names them. */
export const mediaTypes = { graphql: 'application/graphql-response+json', json: 'application/json' } as const;

export type MediaType = (typeof mediaTypes)[keyof typeof mediaTypes];

/**
 * The first type of the header that can be answered; JSON for clients that take anything, or say nothing. Both are JSON,
 * so that no client is refused for its header.
 *
 * @param accept the `Accept` header
 */
export function mediaTypeFor(accept: string | undefined): MediaType {
  for (const part of (accept ?? '').split(',')) {
    const type = part.split(';')[0]?.trim().toLowerCase();
    if (type === mediaTypes.graphql) return mediaTypes.graphql;
    if (type === mediaTypes.json || type === 'application/*' || type === '*/*') return mediaTypes.json;
  }
  return mediaTypes.json;
}
