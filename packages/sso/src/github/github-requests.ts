import { SsoFault } from '../fault/index.ts';

export interface GitHubAnswer {
  readonly status: number;
  /** Value of the text as JSON; absent where it is none. */
  readonly body: unknown;
}

interface GitHubPlace {
  /** Bounds the size, and follows no redirects. */
  readonly fetch: typeof fetch;
  /** The provider's name. */
  readonly name: string;
}

const answersWithinMs = 10_000;

/** Sends a request to GitHub. @returns the answer, unless it says that GitHub cannot answer now @throws SsoFault */
export async function askGitHub(
  { fetch, name }: GitHubPlace,
  address: string,
  init: RequestInit,
): Promise<GitHubAnswer> {
  const unreached = (reason: unknown) =>
    new SsoFault('sso.not-now', `${name} could not be reached. Try again later.`, reason);
  const headers = { 'user-agent': 'Orrery', ...init.headers }; // its API refuses requests without one
  const read = async () => {
    const response = await fetch(address, { ...init, headers, signal: AbortSignal.timeout(answersWithinMs) });
    return { response, text: await response.text() };
  };
  const { response, text } = await read().catch((error: unknown) => {
    throw unreached(error);
  });
  const { status } = response;
  if (isLimited(response, text))
    throw new SsoFault('sso.not-now', `${name} takes no more requests now. Try again later.`, `status ${status}`);
  if (status >= 500) throw unreached(`status ${status}`);
  return { status, body: jsonIn(text) };
}

/** Tells whether a limit of requests was reached. Other refusals have the same status, and the text alone tells some limits. */
function isLimited({ status, headers }: Response, text: string): boolean {
  if (status === 429) return true;
  const isTold = headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after');
  return status === 403 && (isTold || /rate limit/i.test(text));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
