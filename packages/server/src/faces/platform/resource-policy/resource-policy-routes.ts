import { sharingOperations, type WireResourcePolicies } from '@orrery/contract';
import { type ItemKind, type Level, rankOf, sharedAs, type Sharing, type SharingService } from '@orrery/content';
import type { Person, Viewer } from '@orrery/kernel';
import {
  type AccountSettingsService,
  allEmbedUsers,
  type GroupService,
  shownName,
  type UserService,
  type ViewerService,
} from '@orrery/people';
import { InvalidFields } from '../invalid-fields.ts';
import { type PlatformFace, serve } from '../serve.ts';

export interface SharingServices {
  readonly sharing: SharingService;
  readonly users: Pick<UserService, 'list'>;
  readonly embedUsers: Pick<ViewerService, 'list'>;
  readonly settings: Pick<AccountSettingsService, 'get'>;
  readonly groups: Pick<GroupService, 'list'>;
}

const mostCandidates = 20;

const kinds = { Folder: 'FOLDER', Workbook: 'WORKBOOK', Report: 'REPORT' } as const;

/** Serves the sharing of folders, workbooks and reports, for those with full access to them. */
export function serveSharing(face: PlatformFace, services: SharingServices): void {
  const { sharing, users, embedUsers, groups, settings } = services;

  const candidatesOfAccount = async (accountId: number, search: string | undefined) => {
    const active = { status: 'active', most: mostCandidates, ...(search === undefined ? {} : { named: search }) };
    const [people, found, { flags }] = await Promise.all([
      users.list(accountId, active),
      groups.list(accountId, { most: mostCandidates, search }),
      settings.get(accountId),
    ]);
    const isAsked = allEmbedUsers.replaceAll('_', ' ').includes((search ?? '').toLowerCase().replaceAll('_', ' '));
    return {
      users: people.map((user) => ({
        id: user.id,
        name: withoutAddress(shownName(user)),
        picture: user.picture ?? null,
      })),
      groups: [
        ...found.map(({ id, name }) => ({ id, name })),
        ...(flags.useCreatorMode && isAsked ? [{ id: null, name: allEmbedUsers }] : []),
      ],
    };
  };

  const candidatesOfTenant = async ({ accountId, tenantId }: Viewer, search: string | undefined) => {
    const range = { afterId: 0, most: mostCandidates };
    const [viewers, found] = await Promise.all([
      embedUsers.list(accountId, tenantId, { ...range, named: search }),
      // Groups of no tenant are those of the account.
      tenantId === null ? [] : groups.list(accountId, { ...range, search }, undefined, tenantId),
    ]);
    return {
      users: viewers.map(({ id, externalId, displayName, picture }) => ({
        id,
        name: withoutAddress(displayName || externalId),
        picture: picture ?? null,
      })),
      groups: found.map(({ id, name }) => ({ id, name })),
    };
  };

  serve(face, sharingOperations.list, async ({ caller, query: { resourceType, resourceId } }) => {
    const kind = kinds[resourceType];
    return present(caller, kind, await sharing.list(caller, { kind, id: resourceId }));
  });

  serve(face, sharingOperations.candidates, async ({ caller, query: { search } }) =>
    caller.kind === 'viewer' ? candidatesOfTenant(caller, search) : candidatesOfAccount(caller.accountId, search),
  );

  serve(face, sharingOperations.setUser, async ({ caller, changeRights, body }) => {
    const { resourceType, resourceId, userId, action } = body;
    const item = { kind: kinds[resourceType], id: resourceId };
    if (userId === null || userId === undefined) {
      const rights = await changeRights((change) => sharing.setForEveryone(change, caller, item, action ?? undefined));
      return present(caller, item.kind, await sharing.read(rights, item));
    }
    if (action === 'None') throw noneForOne();
    const rights = await changeRights((change) => sharing.set(change, caller, item, { userId }, action ?? undefined));
    return present(caller, item.kind, await sharing.read(rights, item));
  });

  serve(face, sharingOperations.setGroup, async ({ caller, changeRights, body }) => {
    const { resourceType, resourceId, groupId, groupName, action } = body;
    const item = { kind: kinds[resourceType], id: resourceId };
    const given = action ?? undefined;
    if (typeof groupId === 'number' && typeof groupName !== 'string') {
      const rights = await changeRights((change) => sharing.set(change, caller, item, { groupId }, given));
      return present(caller, item.kind, await sharing.read(rights, item));
    }
    if (typeof groupName !== 'string' || typeof groupId === 'number') {
      throw new InvalidFields([{ path: 'groupId', message: 'Provide exactly one of groupId or groupName' }]);
    }
    const rights = await changeRights((change) => sharing.setForGroupNamed(change, caller, item, groupName, given));
    return present(caller, item.kind, await sharing.read(rights, item));
  });
}

/** A username may be an address, which is not for everybody. */
function withoutAddress(name: string): string {
  const [shown = ''] = name.split('@');
  return shown;
}

function noneForOne(): InvalidFields {
  return new InvalidFields([
    { path: 'action', message: 'The action None is for everyone only; leave the action out to remove the share' },
  ]);
}

/** Viewers see the names of others of their tenant, and neither addresses nor what the embedding application calls them. */
function present(caller: Person | Viewer, kind: ItemKind, { users, groups, everyone }: Sharing): WireResourcePolicies {
  return {
    users: users.map(({ id, email, firstName, picture, level, isOwner, inheritedFrom }) => ({
      userId: id,
      email: caller.kind === 'viewer' ? withoutAddress(firstName || email) : email,
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
