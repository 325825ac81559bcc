import {
  groupPolicyInputSchema,
  resourcePoliciesQuerySchema,
  userPolicyInputSchema,
  type WireResourcePolicies,
} from '@orrery/contract';
import type { FastifyInstance } from 'fastify';
import type { Sharing } from '../../content/sharing-service.ts';
import { type ItemKind, type Level, rankOf, sharedAs } from '../../content/level.ts';
import { InvalidFields, readFields, readParameters } from '../invalid-fields.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { actingIn, actorOf } from '../request-actor.ts';

const kinds = { Folder: 'FOLDER', Workbook: 'WORKBOOK', Report: 'REPORT' } as const;

/** With whom folders, workbooks and reports are shared, for those who have full access to them. */
export function registerResourcePolicyRoutes(
  app: FastifyInstance,
  { sharing }: Pick<PlatformDependencies, 'sharing'>,
): void {
  app.get('/resource-policies', async (request): Promise<WireResourcePolicies> => {
    const { resourceType, resourceId } = readParameters(resourcePoliciesQuerySchema, request.query);
    const kind = kinds[resourceType];
    return present(kind, await sharing.list(actorOf(request), { kind, id: resourceId }));
  });

  app.put('/resource-policies/user', async (request): Promise<WireResourcePolicies> => {
    const { resourceType, resourceId, userId, action } = readFields(userPolicyInputSchema, request.body);
    const item = { kind: kinds[resourceType], id: resourceId };
    const [actor, by] = [actorOf(request), actingIn(request)];
    if (userId === null || userId === undefined) {
      return present(item.kind, await sharing.setForEveryone(actor, by, item, action ?? undefined));
    }
    if (action === 'None') throw noneForOne();
    return present(item.kind, await sharing.set(actor, by, item, { userId }, action ?? undefined));
  });

  app.put('/resource-policies/group', async (request): Promise<WireResourcePolicies> => {
    const { resourceType, resourceId, groupId, action } = readFields(groupPolicyInputSchema, request.body);
    const kind = kinds[resourceType];
    const item = { kind, id: resourceId };
    const [actor, by] = [actorOf(request), actingIn(request)];
    return present(kind, await sharing.set(actor, by, item, { groupId }, action ?? undefined));
  });
}

function noneForOne(): InvalidFields {
  return new InvalidFields([
    { path: 'action', message: 'None is for everyone; leave it out to take back what was shared' },
  ]);
}

function present(kind: ItemKind, { users, groups, everyone }: Sharing): WireResourcePolicies {
  return {
    users: users.map(({ id, email, firstName, picture, level, isOwner, inheritedFrom }) => ({
      userId: id,
      email,
      firstName: firstName ?? null,
      picture: picture ?? null,
      action: actionOf(kind, level),
      isOwner,
      inheritedFrom: inheritedFrom ?? null,
    })),
    groups: groups.map(({ id, name, level, inheritedFrom }) => ({
      groupId: id,
      name,
      action: actionOf(kind, level),
      inheritedFrom: inheritedFrom ?? null,
    })),
    everyone: {
      action: everyone.level === undefined ? 'None' : actionOf(kind, everyone.level),
      inheritedFrom: everyone.inheritedFrom ?? null,
    },
  };
}

function actionOf(kind: ItemKind, level: Level): WireResourcePolicies['users'][number]['action'] {
  const action = sharedAs[kind].actions[rankOf(level) - 1];
  if (action) return action;
  throw new Error(`no action stands for ${level}`);
}
