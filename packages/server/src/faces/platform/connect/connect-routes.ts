import { connectOperations, deviceOperations } from '@orrery/contract';
import { type PlatformFace, serve } from '../serve.ts';
import type { ConnectServices, Consent } from './consent.ts';
import type { DeviceServices } from './device-consent.ts';

/**
 * Serves what the pages `/connect` and `/device` ask a person. Only the session of a browser is taken: an API key or a token must not allow
 * for a person what the person has not seen.
 */
export function serveConnect(face: PlatformFace, services: ConnectServices & DeviceServices): void {
  const open = async (): Promise<Consent> => new (await import('./consent.ts')).Consent(services);

  serve(face, connectOperations.request, async ({ caller, body: { query } }) => (await open()).show(caller, query));

  serve(face, connectOperations.approve, async ({ caller, makeChange, body }) => {
    const { query, isAllowed, deploymentIds, digest } = body;
    const consent = await open();
    if (!isAllowed) return { redirectTo: await consent.deny(caller, query) };
    return {
      redirectTo: await consent.allow(caller, { query, deploymentIds, digest: digest ?? undefined }, makeChange),
    };
  });

  const openDevice = () => import('./device-consent.ts');

  serve(face, deviceOperations.request, async ({ caller, body: { userCode } }) =>
    (await openDevice()).showDevice(caller, userCode, services),
  );

  serve(face, deviceOperations.approve, async ({ caller, makeChange, body }) =>
    (await openDevice()).decideDevice(caller, body, services, makeChange),
  );
}
