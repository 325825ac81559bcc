import { connectOperations } from '@orrery/contract';
import { type PlatformFace, serve } from '../serve.ts';
import type { ConnectServices, Consent } from './consent.ts';

/**
 * Serves what the page `/connect` asks a person. Only the session of a browser is taken: an API key or a token must not allow
 * for a person what the person has not seen.
 */
export function serveConnect(face: PlatformFace, services: ConnectServices): void {
  const open = async (): Promise<Consent> => new (await import('./consent.ts')).Consent(services);

  serve(face, connectOperations.request, async ({ caller, body: { query } }) => (await open()).show(caller, query));

  serve(face, connectOperations.approve, async ({ caller, makeChange, body }) => {
    const { query, isAllowed, deploymentIds } = body;
    const consent = await open();
    if (!isAllowed) return { redirectTo: await consent.deny(caller, query) };
    return { redirectTo: await consent.allow(caller, { query, deploymentIds }, makeChange) };
  });
}
