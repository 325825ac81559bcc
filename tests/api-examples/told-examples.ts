import { allScimOperations, dataOperations, type Operation, platformOperations } from '@orrery/contract';
import { issuerOf } from '@orrery/people';
import type { ExampleService } from './example-service.ts';
import { type Exchange, Recorder } from './recorder.ts';
import { tellAgents } from './stories/agents.ts';
import { tellApplications } from './stories/applications.ts';
import { tellContent } from './stories/content.ts';
import { tellData } from './stories/data.ts';
import { tellDeployments } from './stories/deployments.ts';
import { tellHistory } from './stories/history.ts';
import { forgetPeople, tellPeople } from './stories/people.ts';
import { tellScim } from './stories/scim.ts';
import { tellViewers } from './stories/viewers.ts';

/** Exchanges by operation, of each face that is described. */
export type ToldExamples = Readonly<Record<'platform' | 'data' | 'scim', ReadonlyMap<string, Exchange>>>;

/** Tells all stories to a server, one after the other: later ones use what earlier ones made. */
export async function tellExamples({ service, models }: ExampleService): Promise<ToldExamples> {
  const { served, key } = service;
  const asAdmin = { authorization: `Bearer ${key}` };
  const platform = new Recorder(`${served.origin}/api/v1`, platformOperations, asAdmin);
  const data = new Recorder(`${served.origin}/cubejs-api`, Object.values<Operation>(dataOperations), {
    authorization: served.token,
  });
  const scim = new Recorder(`${served.origin}/api/scim/v2`, allScimOperations, asAdmin);
  const { accountId, signInProviders, providerSignIn } = service.metadata;
  await tellPeople(platform, served.origin, async (providerId, { frame, ...person }) => {
    const provider = await signInProviders.get(accountId, providerId);
    const origin = { address: '127.0.0.1', ...(frame === undefined ? {} : { frame }) };
    return providerSignIn.signIn(provider, { issuer: issuerOf(provider), ...person }, origin);
  });
  await tellApplications(platform, served.origin);
  await tellDeployments(platform);
  const { publicId } = await tellContent(platform);
  await tellViewers(platform, publicId);
  await tellAgents(platform, models.server.url);
  await tellHistory(platform, data);
  await tellData(data);
  await forgetPeople(platform);
  await tellScim(scim);
  return { platform: platform.exchanges, data: data.exchanges, scim: scim.exchanges };
}
