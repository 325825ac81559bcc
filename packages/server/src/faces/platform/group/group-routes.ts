import { groupOperations, type WireGroup } from '@orrery/contract';
import type { Group, GroupMember, GroupService } from '@orrery/people';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface GroupServices {
  readonly groups: GroupService;
}

const order = byNumber('groups');
const memberOrder = byNumber('members');

/** Serves the groups of the account and their members. */
export function serveGroups(face: PlatformFace, { groups }: GroupServices): void {
  serve(face, groupOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    const found = await groups.list(accountId, { ...rangeFrom(page), search: query.search });
    return presentPage(found, page, presentGroup);
  });

  serve(face, groupOperations.create, async ({ changeRights, body: { name, description, userIds } }) => {
    const members = userIds ? { exactly: userIds } : undefined;
    return presentGroup(await changeRights((change) => groups.create(change, { name, description, members })));
  });

  serve(face, groupOperations.get, async ({ accountId, params: { id } }) =>
    presentGroup(await groups.get(accountId, id)),
  );

  serve(face, groupOperations.update, async ({ changeRights, params: { id }, body }) => {
    const { name, description, userIds } = body;
    const members = userIds ? { exactly: userIds } : undefined;
    const { group } = await changeRights((change) => groups.update(change, id, { name, description, members }));
    return presentGroup(group);
  });

  serve(face, groupOperations.delete, ({ changeRights, params: { id } }) =>
    changeRights((change) => groups.delete(change, id)),
  );

  serve(face, groupOperations.members, async ({ accountId, params: { id }, query }) => {
    const page = readPage(query, memberOrder);
    return presentPage(await groups.members(accountId, id, rangeFrom(page)), page, presentMember);
  });

  serve(face, groupOperations.addMembers, async ({ changeRights, params: { id }, body: { userIds } }) => {
    const { group } = await changeRights((change) => groups.update(change, id, { members: { add: userIds } }));
    return presentGroup(group);
  });

  serve(face, groupOperations.removeMembers, async ({ changeRights, params: { id }, body: { userIds } }) => {
    await changeRights((change) => groups.update(change, id, { members: { remove: userIds } }));
  });
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
