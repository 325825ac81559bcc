/** How sockets are closed: RFC 6455 section 7.4, and codes of our own from 4000. */
export const closing = {
  service: { code: 1001, reason: 'The service is closing' },
  binary: { code: 1003, reason: 'Messages are texts' },
  silent: { code: 1008, reason: 'The message did not arrive in time' },
  tooBig: { code: 1009, reason: 'The first message holds the token only' },
  later: { code: 1013, reason: 'Too much arrives at once; try again' },
  unauthorized: { code: 4401, reason: 'The token is not good any more' },
  unknown: { code: 4401, reason: 'No token came in time' },
  otherCaller: { code: 4403, reason: 'The token is for another caller' },
} as const;
