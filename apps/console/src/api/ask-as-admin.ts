import { OrreryError } from '@orrery/client';
import { addressOf } from '../page/addresses.ts';

interface SentRefusal {
  readonly error?: string;
  readonly details?: readonly { readonly path: string; readonly message: string }[];
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
  const message = refusal.details?.[0]?.message ?? refusal.error ?? `HTTP ${response.status}`;
  throw new OrreryError(message, { status: response.status, code: `http.${response.status}` });
}
