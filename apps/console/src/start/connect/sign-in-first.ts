import { addressOf, openPath } from '../../page/addresses.ts';
import type { StartReply } from '../ask.ts';

/** Tells what was refused. Somebody whose session is over signs in first, and comes back. */
export function refused(reply: Extract<StartReply, { readonly ok: false }>, tell: (text: string) => void): void {
  if (reply.status === 401) location.assign(signInAddress());
  else tell(reply.text);
}

export async function signInAsAnother(): Promise<void> {
  // Without an answer the session is still there, and the page that follows shows whose it is.
  await fetch(addressOf('/api/v1/session'), { method: 'DELETE' }).catch(() => undefined);
  location.assign(signInAddress());
}

function signInAddress(): string {
  return addressOf(`/sign-in?next=${encodeURIComponent(`${openPath()}${location.search}`)}`);
}
