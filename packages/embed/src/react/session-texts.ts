import type { ServerRefusal } from '../frame/index.ts';

/** The texts that viewers see when a session cannot be used. */
export const sessionTexts = {
  expired: { status: 401, text: 'This embedded session has expired.', requestId: undefined },
  unreachable: { status: 0, text: 'The server cannot be reached.', requestId: undefined },
} as const satisfies Readonly<Record<string, ServerRefusal>>;
