import type { ChatAsker, ThreadReader } from '@orrery/agents';
import type { ChatRequest } from '@orrery/contract';
import type { DeploymentService } from '@orrery/deployments';
import { Forbidden, InvalidInput, mayDo, type Person, type Viewer } from '@orrery/kernel';
import type { AgentInPath, ChatDashboards } from '../../../agents/index.ts';

/** The dashboard whose views limit a chat: of the session, else of the settings. */
export function lockOf(
  caller: Person | Viewer,
  { sessionSettings }: Pick<ChatRequest, 'sessionSettings'>,
): string | undefined {
  return caller.kind === 'viewer' ? caller.publicDashboardId : sessionSettings?.publicDashboardId;
}

/** The cubes and views of the dashboard that limits a chat. @throws InvalidInput */
export async function piecesFor(
  asker: ChatAsker,
  { deploymentId }: AgentInPath,
  publicId: string | undefined,
  dashboards: ChatDashboards,
): Promise<ReadonlySet<string> | undefined> {
  if (publicId === undefined) return undefined;
  const pieces = await dashboards.piecesOf(asker, deploymentId, publicId);
  if (pieces) return pieces;
  throw missing('sessionSettings.publicDashboardId', `There is no dashboard '${publicId.slice(0, 50)}'`);
}

/** Makes an asker who owns no chat: no user has its number. */
export function nobody({ accountId }: Person | Viewer): ChatAsker {
  const refused = () => Promise.reject(new Forbidden('chat.of-another', 'The chat belongs to another user'));
  return { accountId, userId: 0, context: refused };
}

/** Finds the reader of chats, and the deployments whose chats the reader may read. */
export async function readerOf(
  caller: Person | Viewer,
  { deployments }: { readonly deployments: Pick<DeploymentService, 'summaries'> },
): Promise<ThreadReader> {
  const { accountId, userId } = caller;
  if (caller.kind === 'viewer') {
    return { accountId, userId, isAdmin: false, isOfAccount: caller.isInternal, deployments: [caller.deploymentId] };
  }
  const all = (await deployments.summaries(accountId)).map(({ id }) => id);
  const mayRead = (deploymentId: number) => mayDo(caller, 'DeploymentAgentRead', { deploymentId });
  const isAdmin = caller.role === 'admin' && mayAdminister(caller);
  return { accountId, userId, isAdmin, isOfAccount: true, deployments: all.filter(mayRead) };
}

/** The assistant of an admin reads the chats of the admin alone. */
function mayAdminister({ token }: Person): boolean {
  return token === undefined || token.scopes.has('platform') || token.scopes.has('platform:read');
}

export function missing(path: string, message: string): InvalidInput {
  return new InvalidInput('request.invalid', message, [{ path, message }]);
}
