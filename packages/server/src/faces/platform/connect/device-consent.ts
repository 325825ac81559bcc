import type { DeviceQuestion } from '@orrery/contract';
import type { DeploymentService } from '@orrery/deployments';
import type { Person } from '@orrery/kernel';
import type { OAuthDevices, UserService } from '@orrery/people';
import type { RequestCaller } from '../caller.ts';
import { connectQuestion, requireUsable } from './usable-deployments.ts';

export interface DeviceServices {
  readonly oauthDevices: Pick<OAuthDevices, 'find' | 'decide'>;
  readonly users: Pick<UserService, 'get'>;
  readonly deployments: Pick<DeploymentService, 'summaries'>;
}

interface DeviceDecided {
  readonly userCode: string;
  readonly isAllowed: boolean;
  /** `null`: all. */
  readonly deploymentIds: readonly number[] | null;
}

/** @throws NotFound for a code that no device waits with, TooManyRequests */
export async function showDevice(
  person: Person,
  userCode: string,
  { oauthDevices, users, deployments }: DeviceServices,
): Promise<DeviceQuestion> {
  return connectQuestion(person, await oauthDevices.find(person, userCode), { users, deployments });
}

/** @throws as `showDevice`, and NotFound for a deployment */
export async function decideDevice(
  person: Person,
  { userCode, isAllowed, deploymentIds }: DeviceDecided,
  { oauthDevices, deployments: known }: DeviceServices,
  makeChange: RequestCaller['makeChange'],
): Promise<void> {
  const { userId } = person;
  const deployments = isAllowed ? await requireUsable(person, known, deploymentIds) : [];
  await makeChange((change) => oauthDevices.decide(change, { userCode, userId, isAllowed, deployments }));
}
