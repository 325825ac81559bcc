import { createDataClient, type DataClient } from '@orrery/client/data';
import { addressOf } from '../page/addresses.ts';
import { facts } from '../page/facts.ts';
import { platform } from './platform.ts';
import { sessionState } from './session.ts';
import { sending } from './viewer.ts';

/** The identity that requests of data have: the signed-in user, or the one whose view this user has opened. */
export interface DataIdentity {
  readonly deploymentId: number;
  /** Tells answers of one asker from those of another. */
  readonly key: string;
  readonly data: DataClient;
}

export type SecurityClaims = Readonly<Record<string, unknown>>;

const askers = new Map<number, DataIdentity>();
sessionState.whenItBegins(() => askers.clear()); // their tokens are those of the person before

/** The person who is signed in, with all their rights. */
export function askerOf(deploymentId: number): DataIdentity {
  const known = askers.get(deploymentId);
  if (known) return known;
  const asker = makeAsker(deploymentId, 'self', () => tokenOf(deploymentId));
  askers.set(deploymentId, asker);
  return asker;
}

/** Somebody else, with the rights that a security context gives. The server decides who may look so. */
export function askerAs(deploymentId: number, securityContext: SecurityClaims): DataIdentity {
  return makeAsker(deploymentId, JSON.stringify(securityContext), async () => {
    const made = await platform.createDeploymentEnvironmentToken({
      path: { deploymentId, environmentId: await productionOf(deploymentId) },
      body: { security_context: securityContext },
    });
    return made.data.token;
  });
}

/** A token of the Data API that is the person, for an hour. */
export async function tokenOf(deploymentId: number): Promise<string> {
  return (await platform.deploymentToken({ path: { deploymentId } })).cubeApiToken;
}

/** Address of the Data API of a deployment. */
export function dataAddress(deploymentId: number): string {
  return new URL(addressOf(`/d/${deploymentId}/${facts.dataPath}/v1`), location.origin).href;
}

function makeAsker(deploymentId: number, key: string, token: () => Promise<string>): DataIdentity {
  return { deploymentId, key, data: createDataClient({ apiUrl: dataAddress(deploymentId), token, ...sending }) };
}

async function productionOf(deploymentId: number): Promise<number> {
  const { data } = await platform.getDeploymentEnvironments({ path: { deploymentId }, query: { type: 'production' } });
  return Number(data[0]?.id);
}
