import type { ServedMetadata } from '@orrery/deployments';
import { everyHour } from '../timing/index.ts';

type Outdated = Pick<
  ServedMetadata,
  | 'auditReader'
  | 'embedSessions'
  | 'embedUsers'
  | 'oauthClients'
  | 'oauthCodes'
  | 'oauthDevices'
  | 'oauthGrants'
  | 'signInAnswers'
  | 'signInFlows'
>;
type HourlyLog = Parameters<typeof everyHour>[2];

/** Deletes now and every hour what the metadata store has kept long enough. @returns a function that stops it */
export function forgetOutdated(outdated: Outdated, log: HourlyLog): () => void {
  const { auditReader, embedSessions, embedUsers, oauthClients, oauthCodes, oauthDevices, oauthGrants } = outdated;
  const { signInAnswers, signInFlows } = outdated;
  const stops = [
    everyHour(() => auditReader.forget(), 'old entries of the audit log are still kept', log),
    everyHour(() => embedSessions.forget(), 'sessions that are over are still kept', log),
    everyHour(() => embedUsers.forget(), 'viewers whose time is over are still kept', log),
    everyHour(() => oauthCodes.forget(), 'authorization codes that are over are still kept', log),
    everyHour(() => oauthDevices.forget(), 'requests of devices that are over are still kept', log),
    everyHour(() => oauthGrants.forget(), 'grants and access tokens that are over are still kept', log),
    everyHour(() => oauthClients.forget(), 'applications without a grant are still kept', log),
    everyHour(() => signInFlows.forget(), 'sign-ins at providers that are over are still kept', log),
    everyHour(() => signInAnswers.forget(), 'answers of providers that are over are still kept', log),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
