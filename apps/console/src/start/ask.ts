import type { BodyOf, sessionOperations, startKeyOperations } from '@orrery/contract';
import { addressOf } from '../page/addresses.ts';
import { startWords as words } from '../words/start-words.ts';

/** Without a name of an account, that of the project folder is meant. */
type InOneAccount<Body> = Omit<Body, 'account'>;

/** Requests that somebody may make before signing in. The typed client would be a third of these pages. */
interface StartRequests {
  readonly '/session': BodyOf<typeof sessionOperations.signIn>;
  readonly '/sign-in-links/redeem': BodyOf<typeof sessionOperations.redeem>;
  readonly '/password-resets': InOneAccount<BodyOf<typeof sessionOperations.forgetPassword>>;
  readonly '/start-key/redeem': BodyOf<typeof startKeyOperations.redeem>;
}

export type StartReply =
  | { readonly ok: true }
  | { readonly ok: false; readonly status: number; readonly text: string; readonly field?: string | undefined };

/** Sends what was typed. A refusal is a sentence for people; a session is in the cookie of the answer. */
export async function ask<Path extends keyof StartRequests>(
  path: Path,
  body: StartRequests[Path],
): Promise<StartReply> {
  let response: Response;
  try {
    response = await fetch(addressOf(`/api/v1${path}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  } catch {
    return { ok: false, status: 0, text: words.unreachable };
  }
  if (response.ok) {
    await response.arrayBuffer(); // a page that is left before that breaks the request off
    return { ok: true };
  }
  const { status, headers } = response;
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? 60);
    return { ok: false, status, text: words.locked(Math.ceil(seconds / 60)) };
  }
  const refusal = (await response.json().catch(() => ({}))) as {
    readonly error?: string;
    readonly details?: readonly { readonly path: string; readonly message: string }[];
  }; // of our own server, or of something in front of it
  if (status >= 500) return { ok: false, status, text: words.failed(headers.get('x-request-id') ?? '') };
  const [fault] = refusal.details ?? [];
  return { ok: false, status, text: fault?.message ?? refusal.error ?? words.unreachable, field: fault?.path };
}
