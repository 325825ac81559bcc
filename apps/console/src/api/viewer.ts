import type { GetHeaders } from '@orrery/client';
import { facts } from '../page/facts.ts';

/** The session of a viewer, whose requests are all that a frame sends. */
interface FrameViewer {
  readonly token: string | undefined;
  /** Ends a token that the server has refused. */
  end(): void;
}

let session: FrameViewer | undefined;

export function askAs(viewer: FrameViewer): void {
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

const withoutCookies: typeof fetch = (input, init) => fetch(input, { ...init, credentials: 'omit' });

/** A frame never sends the cookie of a session, whose ever it is. */
export const sending = facts.app ? { fetch: withoutCookies } : {};

/** How requests of the Platform API say who asks: by the cookie of a session, or by the token of a viewer. */
export const credentials = facts.app ? { ...sending, getHeaders: headersOfViewer } : {};
