import type { GetHeaders } from '@orrery/client';
import { facts } from '../page/facts.ts';

/** The session of a viewer, whose requests are all that a frame sends. */
interface ViewerSession {
  readonly token: string | undefined;
  /** Ends a token that the server has refused. */
  end(): void;
}

let session: ViewerSession | undefined;

export function askAs(viewer: ViewerSession): void {
  session = viewer;
}

const headersOfViewer: GetHeaders = ({ refused }) => {
  if (refused && refused['authorization'] === authorization()) session?.end();
  const value = authorization();
  return value === undefined ? {} : { authorization: value };
};

function authorization(): string | undefined {
  const token = session?.token;
  return token === undefined ? undefined : `Embed-Token ${token}`;
}

/** How requests say who asks: by the cookie of a session, which a frame never sends, or by the token of a viewer. */
export const credentials = facts.app
  ? {
      getHeaders: headersOfViewer,
      fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, { ...init, credentials: 'omit' }),
    }
  : {};
