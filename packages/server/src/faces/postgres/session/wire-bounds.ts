const megabyte = 1024 * 1024;

/** Bounds of the port and of each connection. */
export const wireBounds = {
  /** Bytes of a password: tokens are the longest. */
  passwordBytes: 64 * 1024,
  /** Time until a caller is known. */
  signInWithinMs: 30_000,
  /** Connections whose callers are not known yet, beyond the number of sessions. */
  unknownConnections: 1_024,
  statements: 1_024,
  portals: 128,
  cursors: 128,
  /** Time in a transaction without a message. */
  idleInTransactionMs: 60 * 60_000,
  /** Time until the rest of the rows of a resting portal is taken from the engine. */
  restsAfterMs: 1_000,
  /** Time until a resting portal whose rest is too large to be kept is given up. */
  givenUpAfterMs: 60_000,
  /** Least rows that a client must take while others wait for the place of its statement: so many bytes in each such time. */
  heldUp: { ms: 5_000, bytes: 256 * 1024 },
  /** Statements, values and rows that connections keep between two messages, and messages that arrive. */
  kept: { most: 256 * megabyte, mostOfDeployment: 192 * megabyte, mostOfCaller: 64 * megabyte },
  arriving: { most: 256 * megabyte, mostOfDeployment: 192 * megabyte, mostOfCaller: 96 * megabyte },
} as const;
