import type {
  AnswerOf,
  BodyOf,
  connectOperations,
  deviceOperations,
  sessionOperations,
  startKeyOperations,
} from '@orrery/contract';
import { addressOf } from '../page/addresses.ts';
import { startWords as words } from '../words/start-words.ts';

/** Requests of pages that stand without the application. The typed client would be a third of these pages. */
interface StartRequests {
  readonly '/session': BodyOf<typeof sessionOperations.signIn>;
  readonly '/sign-in-links/redeem': BodyOf<typeof sessionOperations.redeem>;
  readonly '/password-resets': BodyOf<typeof sessionOperations.forgetPassword>;
  readonly '/start-key/redeem': BodyOf<typeof startKeyOperations.redeem>;
  readonly '/oauth/requests': BodyOf<typeof connectOperations.request>;
  readonly '/oauth/approvals': BodyOf<typeof connectOperations.approve>;
  readonly '/oauth/device-requests': BodyOf<typeof deviceOperations.request>;
  readonly '/oauth/device-approvals': BodyOf<typeof deviceOperations.approve>;
}

/** Answers that these pages read. */
interface StartAnswers {
  readonly '/oauth/requests': AnswerOf<typeof connectOperations.request>;
  readonly '/oauth/approvals': AnswerOf<typeof connectOperations.approve>;
  readonly '/oauth/device-requests': AnswerOf<typeof deviceOperations.request>;
}

type AnswerAt<Path> = Path extends keyof StartAnswers ? StartAnswers[Path] : unknown;

export type StartReply<Answer = unknown> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly status: number; readonly text: string; readonly field?: string | undefined };

/** Sends what was typed. A refusal is a sentence for people; a session is in the cookie of the answer. */
export async function ask<Path extends keyof StartRequests>(
  path: Path,
  body: StartRequests[Path],
): Promise<StartReply<AnswerAt<Path>>> {
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
    const text = await response.text(); // a page that is left before that breaks the request off
    return { ok: true, answer: text === '' ? undefined : JSON.parse(text) };
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
