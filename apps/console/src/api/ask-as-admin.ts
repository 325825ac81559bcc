import { OrreryError } from '@orrery/client';
import { addressOf } from '../page/addresses.ts';

interface SentProblem {
  readonly path: string;
  readonly message: string;
}

interface SentRefusal {
  readonly error?: string;
  readonly details?: readonly SentProblem[];
}

/** Says each problem about its field. @param labels of fields on the page, by path */
export function problemsOf(
  problems: readonly SentProblem[],
  labels: Readonly<Record<string, string>> = {},
): readonly string[] {
  return problems.map(({ path, message }) => {
    const field = path.replace(/\.\d+$/, '');
    return `${labels[field] ?? field} ${message}`.trim();
  });
}

/** Sends requests of pages for admins, which the typed client leaves out, since no program sends them. */
export async function askAsAdmin(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(addressOf(`/api/v1${path}`), {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  if (response.ok) return response.status === 204 ? undefined : response.json();
  const refusal = (await response.json().catch(() => ({}))) as SentRefusal; // of our own server, or of something before it
  const { details = [], error = `HTTP ${response.status}` } = refusal;
  const message = details.length === 0 ? error : problemsOf(details).join('; ');
  throw new OrreryError(message, { status: response.status, code: `http.${response.status}`, details });
}
