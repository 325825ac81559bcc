import { groupsQuerySchema, groupUpdateSchema, membersSchema, newGroupSchema, type WireGroup } from '@orrery/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Group, GroupMember } from '../../identity/group.ts';
import type { GroupChange } from '../../identity/group-service.ts';
import { readFields, readParameters } from '../invalid-fields.ts';
import { presentPage, readPage } from '../page.ts';
import { pathNumber } from '../path-number.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';
import { presentInstant } from '../present-instant.ts';
import { actingIn, adminOf } from '../request-actor.ts';

/** Groups of the account and who is in them, for its admins. */
export function registerGroupRoutes(app: FastifyInstance, { groups }: Pick<PlatformDependencies, 'groups'>): void {
  app.get('/groups', async (request) => {
    const { accountId } = adminOf(request);
    const { search } = readParameters(groupsQuerySchema, request.query);
    const page = readPage(request.query);
    const found = await groups.list(accountId, { afterId: page.afterId, most: page.size + 1, search });
    return presentPage(found, page, presentGroup);
  });

  app.post('/groups', async (request) => {
    const { accountId } = adminOf(request);
    const { name, description, userIds } = readFields(newGroupSchema, request.body);
    const members = userIds ? { exactly: userIds } : undefined;
    return presentGroup(await groups.create(accountId, actingIn(request), { name, description, members }));
  });

  app.get('/groups/:id', async (request) => {
    const { accountId } = adminOf(request);
    return presentGroup(await groups.get(accountId, pathNumber(request, 'id', 'group')));
  });

  app.put('/groups/:id', async (request) => {
    const { name, description, userIds } = readFields(groupUpdateSchema, readable(request));
    const members = userIds ? { exactly: userIds } : undefined;
    return presentGroup(await change(request, { name, description, members }));
  });

  app.delete('/groups/:id', async (request, reply) => {
    const { accountId } = adminOf(request);
    await groups.delete(accountId, actingIn(request), pathNumber(request, 'id', 'group'));
    return reply.code(204).send();
  });

  app.get('/groups/:id/members', async (request) => {
    const { accountId } = adminOf(request);
    const page = readPage(request.query);
    const range = { afterId: page.afterId, most: page.size + 1 };
    const members = await groups.members(accountId, pathNumber(request, 'id', 'group'), range);
    return presentPage(members, page, presentMember);
  });

  app.post('/groups/:id/members', async (request) => {
    const { userIds } = readFields(membersSchema, readable(request));
    return presentGroup(await change(request, { members: { add: userIds } }));
  });

  app.delete('/groups/:id/members', async (request, reply) => {
    const { userIds } = readFields(membersSchema, readable(request));
    await change(request, { members: { remove: userIds } });
    return reply.code(204).send();
  });

  const change = (request: FastifyRequest, wanted: GroupChange): Promise<Group> => {
    const { accountId } = adminOf(request);
    return groups.update(accountId, actingIn(request), pathNumber(request, 'id', 'group'), wanted);
  };
}

/** Nobody learns what is wrong with a request they may not make. */
function readable(request: FastifyRequest): unknown {
  adminOf(request);
  return request.body;
}

function presentGroup({ id, name, description, createdAt, updatedAt }: Group): WireGroup {
  return {
    id,
    name,
    description: description ?? null,
    createdAt: presentInstant(createdAt),
    updatedAt: presentInstant(updatedAt),
  };
}

function presentMember({ id, username, email, displayName }: GroupMember) {
  return { id, username, email: email ?? null, displayName: displayName ?? null };
}
