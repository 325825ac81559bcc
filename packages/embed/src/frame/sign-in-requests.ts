const texts = {
  unreachable: 'The server cannot be reached. Try again.',
  failed: 'Signing in failed. Try again.',
} as const;

/** A provider that users of the account sign in by. */
export interface FrameProvider {
  readonly key: string;
  /** The text of its button. */
  readonly name: string;
}

export interface FrameSignInMethods {
  /** Whether everybody may use a password. */
  readonly password: boolean;
  readonly providers: readonly FrameProvider[];
}

/** The facts of a page that say whose account it is of: its deployment, or else its dashboard. */
export interface PageOfAccount {
  readonly deploymentId?: number | undefined;
  readonly dashboard?: string | undefined;
}

/** Sends what a user signs in with; the session is in the cookie of the answer. @returns what went wrong, in words for the viewer */
export async function sendSignIn(url: string, given: object): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(given),
    });
    if (answer.ok) return undefined;
    const { error } = await answer.json().catch(() => ({}));
    return typeof error === 'string' ? error : texts.failed;
  } catch {
    return texts.unreachable;
  }
}

/** Asks for the ways to sign in to the account of a page. Without an answer there are passwords only. */
export async function signInMethods(
  basePath: string,
  { deploymentId, dashboard }: PageOfAccount,
): Promise<FrameSignInMethods> {
  const query = new URLSearchParams();
  if (deploymentId !== undefined) query.set('deploymentId', `${deploymentId}`);
  else if (dashboard !== undefined) query.set('dashboard', dashboard);
  try {
    const answer = await fetch(`${basePath}/api/v1/sign-in-methods?${query}`);
    if (answer.ok) return (await answer.json()) as FrameSignInMethods; // of our own server
  } catch {
    // The form says what is wrong when it is sent.
  }
  return { password: true, providers: [] };
}
