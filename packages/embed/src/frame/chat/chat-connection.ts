import { type ChatClient, createChatClient, OrreryError } from '@orrery/client/chat';
import type { FrameSession } from '../frame-session.ts';

export interface ChatConnectionInput {
  /** Path or address before `/api`, without a slash at the end. */
  readonly basePath: string;
  /** Address of the agent, from the root of the server. */
  readonly chatUrl: string;
  readonly session: Pick<FrameSession, 'token' | 'isOfViewer' | 'end'>;
}

/**
 * Talks with an agent as the viewer, with the token; on a page that is of no viewer, with the cookie of a user. The cookie never
 * takes the place of a token that is over.
 */
export function connectChat({ basePath, chatUrl, session }: ChatConnectionInput): ChatClient {
  return createChatClient({
    chatUrl: new URL(`${basePath}${chatUrl}`, location.origin).href,
    getHeaders: ({ refused }) => {
      const { token } = session;
      if (refused && token !== undefined && refused['authorization'] === authorizationOf(token)) session.end();
      const current = session.token;
      if (current !== undefined) return { authorization: authorizationOf(current) };
      // The answer to the request that was refused says so already.
      if (refused || !session.isOfViewer) return {};
      throw new OrreryError('This embedded session has expired.', { status: 401, code: 'session.expired' });
    },
    fetch: (input, init) => {
      const isOfViewer = new Headers(init?.headers).has('authorization');
      return fetch(input, { ...init, credentials: isOfViewer ? 'omit' : 'same-origin' });
    },
  });
}

const authorizationOf = (token: string): string => `Embed-Token ${token}`;
