import type { CallerKind, Operation } from '@orrery/contract';
import type { FastifyRequest } from 'fastify';
import { type DeploymentService, requireEditable } from '@orrery/deployments';
import { type ContentRights, contentRightsOf } from '@orrery/content';
import { Forbidden, type Person, requireAdmin, requireRight } from '@orrery/kernel';
import { pathNumber } from './path-parameters.ts';

/** Tells whether the objects of operations exist, and whether a user may perform them. */
export interface Things {
  readonly deployments: Pick<DeploymentService, 'requireAll'>;
  readonly items: Readonly<Record<ItemKind, RequireLevel>>;
}

type Takes = Operation['takes'];
type ItemKind = NonNullable<Takes['onItem']>['kind'];
type Level = NonNullable<Takes['onItem']>['level'];
/** @throws NotFound, Forbidden */
type RequireLevel = (rights: ContentRights, id: number, least: Level) => Promise<unknown>;

const kindNames: Readonly<Record<CallerKind, string>> = {
  person: 'people',
  viewer: 'viewers of embedded content',
  token: 'tokens of the Data API',
  provider: 'identity providers',
  command: 'the command line',
  scraper: 'scrapers of metrics',
};

/** @throws Forbidden for a kind of caller that the operation does not name */
function requireKind({ callers }: Takes, { kind }: Person): void {
  if (callers === 'anybody' || callers.includes(kind)) return;
  const named = callers.map((one) => kindNames[one]).join(' and ');
  throw new Forbidden('auth.caller-kind', `Only ${named} may use this`);
}

/**
 * Checks whether a caller may use an operation. Rights are checked before existence, so that callers learn nothing
 * about objects of others.
 *
 * @returns the rights to content, where the operation is on a deployment @throws Forbidden, NotFound, InvalidFields for
 * an invalid number in the path, Conflict
 */
export async function requireUse(
  operation: Operation,
  caller: Person,
  request: FastifyRequest,
  { deployments, items }: Things,
): Promise<ContentRights | undefined> {
  const { takes } = operation;
  requireKind(takes, caller);
  if (takes.isAdmin) requireAdmin(caller);
  if (takes.onDeployment === undefined) {
    if (takes.onAccount) requireRight(caller, takes.onAccount, 'account');
    if (takes.allDeployments && caller.deployments !== 'all') {
      throw new Forbidden('auth.out-of-scope', 'This takes an API key for all deployments');
    }
    return undefined;
  }
  const deploymentId = pathNumber(operation, request, 'deploymentId');
  requireRight(caller, takes.onDeployment, { deploymentId });
  await deployments.requireAll(caller.accountId, [deploymentId]);
  if (takes.isChanging) requireEditable(deploymentId);
  const rights = contentRightsOf(caller, deploymentId);
  if (takes.onAccount) requireRight(caller, takes.onAccount, 'account');
  if (takes.onItem) {
    const { kind, level } = takes.onItem;
    await items[kind](rights, pathNumber(operation, request, `${kind.toLowerCase()}Id`), level);
  }
  return rights;
}
