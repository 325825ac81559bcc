import { embedTenantOperations } from '@orrery/contract';
import type { Attribute } from '@orrery/kernel';
import type {
  AttributeService,
  CountedTenant,
  EmbedTenantService,
  GroupService,
  ListedViewer,
  ViewerGroup,
  ViewerService,
  ViewerSessions,
} from '@orrery/people';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface EmbedTenantServices {
  readonly embedTenants: EmbedTenantService;
  readonly embedUsers: ViewerService;
  readonly viewerSessions: ViewerSessions;
  readonly groups: GroupService;
  readonly attributes: AttributeService;
}

const order = byNumber('embed tenants');
const groupOrder = byNumber('groups of an embed tenant');
const userOrder = byNumber('users of an embed tenant');
const memberOrder = byNumber('members of a group of an embed tenant');
const attributeOrder = byNumber('user attributes of an embed tenant');

/** Serves the embed tenants of the account, their viewers, groups and attributes. */
export function serveEmbedTenants(face: PlatformFace, services: EmbedTenantServices): void {
  const { embedTenants, groups, attributes } = services;

  serve(face, embedTenantOperations.list, async ({ accountId, query }) => {
    const page = readPage(query, order);
    return presentPage(await embedTenants.list(accountId, rangeFrom(page)), page, presentTenant);
  });

  serve(face, embedTenantOperations.delete, ({ changeRights, params: { embedTenantName } }) =>
    changeRights((change) => embedTenants.delete(change, embedTenantName)),
  );

  serve(face, embedTenantOperations.groups, async ({ accountId, params: { embedTenantName }, query }) => {
    const page = readPage(query, groupOrder);
    const scope = await embedTenants.scopeOf(accountId, embedTenantName);
    return presentPage(await embedTenants.groupsOf(accountId, scope, rangeFrom(page)), page, presentGroup);
  });

  serve(face, embedTenantOperations.createGroup, async ({ accountId, changeRights, params, body }) => {
    const scope = await embedTenants.scopeOf(accountId, params.embedTenantName);
    const { id } = await changeRights((change) => groups.create(change, body, scope));
    return presentGroup(await embedTenants.groupOf(accountId, scope, id));
  });

  serve(face, embedTenantOperations.updateGroup, async ({ accountId, changeRights, params, body }) => {
    const scope = await embedTenants.scopeOf(accountId, params.embedTenantName);
    const { name, description } = body;
    await changeRights((change) => groups.update(change, params.id, { name, description }, scope));
    return presentGroup(await embedTenants.groupOf(accountId, scope, params.id));
  });

  serve(face, embedTenantOperations.deleteGroup, async ({ accountId, changeRights, params }) => {
    const scope = await embedTenants.scopeOf(accountId, params.embedTenantName);
    await changeRights((change) => groups.delete(change, params.id, scope));
  });

  serve(face, embedTenantOperations.userAttributes, async ({ accountId, params: { embedTenantName }, query }) => {
    const page = readPage(query, attributeOrder);
    const scope = await embedTenants.scopeOf(accountId, embedTenantName);
    return presentPage(await attributes.list(accountId, rangeFrom(page), undefined, scope), page, presentAttribute);
  });

  serve(face, embedTenantOperations.deleteUserAttribute, async ({ accountId, changeRights, params }) => {
    const scope = await embedTenants.scopeOf(accountId, params.embedTenantName);
    await changeRights((change) => attributes.delete(change, params.id, scope));
  });

  serveViewers(face, services);
}

/** Serves the viewers of embed tenants, and who of them is in a group. */
function serveViewers(face: PlatformFace, { embedTenants, embedUsers, viewerSessions }: EmbedTenantServices): void {
  serve(face, embedTenantOperations.users, async ({ accountId, params: { embedTenantName }, query }) => {
    const page = readPage(query, userOrder);
    const scope = await embedTenants.scopeOf(accountId, embedTenantName);
    return presentPage(await embedUsers.list(accountId, scope, rangeFrom(page)), page, presentViewer);
  });

  serve(face, embedTenantOperations.deleteUser, async ({ accountId, makeChange, params: { embedTenantName, id } }) => {
    const scope = await embedTenants.scopeOf(accountId, embedTenantName);
    await makeChange((change) => embedUsers.delete(change, scope, id));
    viewerSessions.forget(id);
  });

  serve(face, embedTenantOperations.members, async ({ accountId, params: { embedTenantName, id }, query }) => {
    const page = readPage(query, memberOrder);
    const scope = await embedTenants.scopeOf(accountId, embedTenantName);
    return presentPage(await embedUsers.members(accountId, scope, id, rangeFrom(page)), page, presentViewer);
  });

  serve(face, embedTenantOperations.addMembers, async ({ accountId, makeChange, params, body: { userIds } }) => {
    const scope = await embedTenants.scopeOf(accountId, params.embedTenantName);
    const { added } = await makeChange((change) =>
      embedUsers.changeMembers(change, scope, params.id, { add: userIds }),
    );
    for (const id of added) viewerSessions.forget(id);
    return presentGroup(await embedTenants.groupOf(accountId, scope, params.id));
  });

  serve(face, embedTenantOperations.removeMembers, async ({ accountId, makeChange, params, body: { userIds } }) => {
    const scope = await embedTenants.scopeOf(accountId, params.embedTenantName);
    const { removed } = await makeChange((change) =>
      embedUsers.changeMembers(change, scope, params.id, { remove: userIds }),
    );
    for (const id of removed) viewerSessions.forget(id);
  });
}

function presentTenant({ name, createdAt, users }: CountedTenant) {
  return { name, createdAt: presentInstant(createdAt), userCount: users };
}

function presentGroup({ id, name, description, users }: ViewerGroup) {
  return { id, name, ...(description === undefined ? {} : { description }), userCount: users };
}

function presentViewer({ id, externalId, email, displayName, picture, createdAt, expiresAt }: ListedViewer) {
  return {
    id,
    externalId,
    email: email ?? null,
    displayName: displayName ?? null,
    picture: picture ?? null,
    createdAt: presentInstant(createdAt),
    expiresAt: expiresAt === undefined ? null : presentInstant(expiresAt),
  };
}

function presentAttribute({ id, name, type, displayName, defaultValue, description }: Attribute) {
  return {
    id,
    name,
    type,
    ...(displayName === undefined ? {} : { displayName }),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    ...(description === undefined ? {} : { description }),
  };
}
