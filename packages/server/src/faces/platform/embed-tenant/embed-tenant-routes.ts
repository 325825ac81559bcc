import { embedTenantOperations } from '@orrery/contract';
import type { Attribute } from '@orrery/kernel';
import type { AttributeService, CountedTenant, EmbedTenantService, GroupService, ViewerGroup } from '@orrery/people';
import { byNumber, presentPage, rangeFrom, readPage } from '../page.ts';
import { presentInstant } from '../present-instant.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface EmbedTenantServices {
  readonly embedTenants: EmbedTenantService;
  readonly groups: GroupService;
  readonly attributes: AttributeService;
}

const order = byNumber('embed tenants');
const groupOrder = byNumber('groups of an embed tenant');
const attributeOrder = byNumber('user attributes of an embed tenant');

/** Serves the embed tenants of the account, their groups and their attributes. */
export function serveEmbedTenants(face: PlatformFace, { embedTenants, groups, attributes }: EmbedTenantServices): void {
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
}

function presentTenant({ name, createdAt, users }: CountedTenant) {
  return { name, createdAt: presentInstant(createdAt), userCount: users };
}

function presentGroup({ id, name, description, users }: ViewerGroup) {
  return { id, name, ...(description === undefined ? {} : { description }), userCount: users };
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
