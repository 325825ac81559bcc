/** Where a server describes its APIs. */
export const specPaths = {
  platform: '/api/v1/spec',
  chat: '/api/v1/chat/spec',
  scim: '/api/scim/v2/spec',
  data: '/cubejs-api/v1/spec',
} as const;
