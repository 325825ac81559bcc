import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StorePlace, storeKinds, migratedPlace } from '../../../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../../deployments/src/open-metadata.ts';
import { type AuditActor, atTheCommandLine as by } from '../../../kernel/src/caller/audit-actor.ts';
import { ApiKeyAuthenticator } from '../key/api-key-authenticator.ts';
import type { CustomRoleInput } from '../role/custom-role.ts';
import { mayDo } from '../../../kernel/src/caller/rights.ts';
import { StoredRights } from './stored-rights.ts';

const clock = { now: () => 1_770_000_000_000 };
const scim: AuditActor = { via: 'scim' };

describe.each(storeKinds)('roles on %s', (kind) => {
  let place: StorePlace;
  let metadata: ServedMetadata;
  let accountId: number;

  beforeEach(async () => {
    place = await migratedPlace(kind);
    metadata = await serveMetadata(place.settings, clock);
    ({ accountId } = metadata);
    for (const id of [2, 3]) {
      const row = { id, account_id: accountId, name: `number ${id}`, created_at: 1 };
      await metadata.store.database.insertInto('deployment').values(row).execute();
    }
  });

  afterEach(async () => {
    await metadata.close();
    await place.remove();
  });

  const plain: CustomRoleInput = { name: 'Stewards', base: 'viewer', actions: [], policies: [] };
  const create = (given: Partial<CustomRoleInput> = {}) =>
    metadata.changes.changeRights({ accountId, by }, (change) => metadata.roles.create(change, { ...plain, ...given }));
  const createUser = (username: string, given: object = {}) =>
    metadata.changes.changeRights({ accountId, by }, (change) => metadata.users.create(change, { username, ...given }));
  const rolesOf = async (id: number) =>
    ((await metadata.roles.rolesOf(accountId, [id])).get(id) ?? []).map(({ name }) => name);
  const events = async () => {
    const rows = await metadata.store.database.selectFrom('audit_log').select('event').orderBy('id').execute();
    return rows.map(({ event }) => event);
  };

  it.each(['admin', 'ADMIN', 'Guest', 'developer', 'None', 'all', 'Viewer', ' ', 'x'.repeat(256)])(
    '6: refuse the name %j',
    async (name) => {
      await expect(create({ name })).rejects.toThrow('The name');
    },
  );

  it('6: have unique names and a base', async () => {
    const { id } = await create();
    await expect(create({ name: 'STEWARDS' })).rejects.toThrow("There is a role 'STEWARDS' already");
    const other = await create({ name: 'other' });
    await expect(
      metadata.changes.changeRights({ accountId, by }, (change) =>
        metadata.roles.update(change, other.id, { name: 'stewards' }),
      ),
    ).rejects.toThrow('already');
    for (const base of ['', 'admin', 'None'])
      await expect(create({ name: 'x', base })).rejects.toThrow('The base must');
    expect(
      await metadata.changes.changeRights({ accountId, by }, (change) =>
        metadata.roles.update(change, id, { name: 'stewards' }),
      ),
    ).toMatchObject({ name: 'stewards' });
  });

  it('7: need the base developer to grant more than reading on deployments', async () => {
    const policies = [{ deployments: 'all' as const, actions: ['SchemaUpdate'] }];
    await expect(create({ policies })).rejects.toThrow('The base must be developer');
    expect(await create({ policies, base: 'developer' })).toMatchObject({ policies });
    const reading = [{ deployments: [1], actions: ['DeploymentRead'] }];
    expect(await create({ name: 'x', policies: reading })).toMatchObject({ policies: reading });
  });

  it('10: drop policies that allow nothing, or apply nowhere', async () => {
    const policies = [
      { deployments: 'all' as const, actions: [] },
      { deployments: [], actions: ['SchemaRead'] },
      { deployments: [3, 1, 3], actions: ['APMRead', 'APMRead'] },
    ];
    const made = await create({ base: 'developer', policies });
    expect(made.policies).toEqual([{ deployments: [1, 3], actions: ['APMRead'] }]);
  });

  it('grant the allowed actions, within their scope', async () => {
    await expect(create({ actions: ['All', 'AIBIView'] })).rejects.toThrow('cannot have All, AIBIView');
    await expect(create({ actions: ['AgentAdmin'] })).rejects.toThrow('cannot have AgentAdmin');
    const policies = [{ deployments: 'all' as const, actions: ['AuditLogManage'] }];
    await expect(create({ base: 'developer', policies })).rejects.toThrow('cannot have AuditLogManage');
    const unknown = [{ deployments: [9], actions: ['DeploymentRead'] }];
    await expect(create({ policies: unknown })).rejects.toThrow('There is no deployment 9');
    expect(await metadata.roles.list(accountId)).toEqual([]);
  });

  it('of a user apply to the next request of their keys, and end with the role', async () => {
    const { changes, roles, users, apiKeys, store, epochs } = metadata;
    const policies = [{ deployments: [2], actions: ['SchemaUpdateDevBranches'] }];
    const role = await create({ base: 'developer', actions: ['AuditLogManage'], policies });
    const { id } = await createUser('bob', { role: 'viewer' });
    const { text } = await changes.make({ accountId, by }, (change) =>
      apiKeys.create(change, { userId: id, name: 'x', deployments: 'all' }),
    );
    const log = { warn: () => {} };
    const keys = new ApiKeyAuthenticator({ database: store.database, epochs, clock, log });
    const may = async () => {
      const actor = await keys.personOf({ authorization: `Bearer ${text}` });
      return [
        mayDo(actor, 'AuditLogManage', 'account'),
        mayDo(actor, 'SchemaUpdateDevBranches', { deploymentId: 2 }),
        mayDo(actor, 'SchemaUpdate', { deploymentId: 2 }),
        mayDo(actor, 'SchemaUpdateDevBranches', { deploymentId: 3 }),
      ];
    };
    expect(await may()).toEqual([false, false, false, false]);
    await changes.changeRights({ accountId, by }, (change) => users.update(change, id, { customRoles: [role.id] }));
    expect(await may()).toEqual([true, true, false, false]);
    expect(await new StoredRights(metadata).in(accountId).of(id)).toMatchObject({ roles: ['viewer', 'Stewards'] });
    await changes.changeRights({ accountId, by }, (change) => roles.update(change, role.id, { actions: [] }));
    expect(await may()).toEqual([false, true, false, false]);
    await store.database.deleteFrom('deployment').where('id', '=', 2).execute();
    await changes.changeRights({ accountId, by }, (change) =>
      roles.update(change, role.id, { description: 'of nothing' }),
    );
    expect((await roles.get(accountId, role.id)).policies).toEqual([]);
    await changes.changeRights({ accountId, by }, (change) => roles.delete(change, role.id));
    expect(await may()).toEqual([false, false, false, false]);
    expect(await rolesOf(id)).toEqual([]);
    expect(await events()).toEqual([
      'Created role',
      'Created user',
      'Created API key',
      'Assigned role to user',
      'Updated role',
      'Updated role',
      'Deleted role',
    ]);
  });

  it('are assigned exactly as given, and refused when they do not exist', async () => {
    const [one, two] = [await create({ name: 'one' }), await create({ name: 'two' })];
    const { id } = await createUser('bob', { role: 'viewer', customRoles: [one.id] });
    const { changes, users } = metadata;
    await expect(
      changes.changeRights({ accountId, by }, (change) => users.update(change, id, { customRoles: [two.id, 99] })),
    ).rejects.toThrow('There are no roles 99');
    expect(await rolesOf(id)).toEqual(['one']);
    expect(
      await changes.changeRights({ accountId, by }, (change) =>
        users.update(change, id, { role: 'explorer', customRoles: [two.id] }),
      ),
    ).toMatchObject({
      version: 2,
    });
    expect(await rolesOf(id)).toEqual(['two']);
    expect((await events()).slice(-2)).toEqual(['Assigned roles to user', 'Removed role from user']);
    const other = accountId + 1;
    await expect(metadata.roles.get(other, one.id)).rejects.toThrow('There is no role');
    await expect(
      metadata.changes.changeRights({ accountId: other, by }, (change) => metadata.roles.delete(change, one.id)),
    ).rejects.toThrow();
  });

  it('by default come from the settings, and are viewer when the chosen role was deleted', async () => {
    const { changes, settings, roles, users } = metadata;
    const given = async (username: string) => {
      const user = await createUser(username);
      return [user.role, ...(await rolesOf(user.id))];
    };
    expect(await given('a')).toEqual(['viewer']);
    await changes.changeRights({ accountId, by }, (change) => settings.update(change, { defaultRole: 'explorer' }));
    expect(await given('b')).toEqual(['explorer']);
    const role = await create();
    await changes.changeRights({ accountId, by }, (change) => settings.update(change, { defaultRole: 'stewards' }));
    expect(await given('c')).toEqual(['viewer', 'Stewards']);
    await changes.changeRights({ accountId, by }, (change) => roles.update(change, role.id, { name: 'renamed' }));
    expect(await given('d')).toEqual(['viewer']);
    for (const defaultRole of ['Admin', 'nobody', '']) {
      await expect(
        changes.changeRights({ accountId, by }, (change) => settings.update(change, { defaultRole })),
      ).rejects.toThrow('The defaultRole cannot be');
    }
    expect((await users.list(accountId, { role: 'admin' })).length).toBe(0);
    expect(
      await changes.changeRights({ accountId, by }, (change) => settings.update(change, { auditLogDays: 7 })),
    ).toMatchObject({ defaultRole: 'stewards' });
  });

  it('of groups are added, accumulate and remove nothing', async () => {
    const { changes, settings, users } = metadata;
    const role = await create();
    const rolesByGroup = [
      { group: 'analysts', role: 'Explorer' },
      { group: 'Analysts', role: 'Stewards' },
      { group: 'other', role: 'developer' },
    ];
    await changes.changeRights({ accountId, by }, (change) => settings.update(change, { rolesByGroup }));
    await expect(
      changes.changeRights({ accountId, by }, (change) =>
        settings.update(change, { rolesByGroup: [{ group: 'x', role: 'admin' }] }),
      ),
    ).rejects.toThrow("The rolesByGroup.role cannot be 'admin'");
    const [bob, dev] = [await createUser('bob'), await createUser('dev', { role: 'developer' })];
    const changed = await changes.changeRights({ accountId, by: scim }, async (change) => {
      expect(await settings.rolesByGroup(change, 'nobody')).toBeUndefined();
      const found = await settings.rolesByGroup(change, 'ANALYSTS');
      expect(found).toEqual({ role: 'explorer', customRoles: [role.id] });
      const first = await users.addRoles(change, [bob.id, dev.id], found!);
      return [first, await users.addRoles(change, [bob.id, dev.id], found!)];
    });
    expect(changed).toEqual([[bob.id, dev.id], []]);
    expect([(await users.get(accountId, bob.id)).role, await rolesOf(bob.id)]).toEqual(['explorer', ['Stewards']]);
    expect([(await users.get(accountId, dev.id)).role, await rolesOf(dev.id)]).toEqual(['developer', ['Stewards']]);
  });

  it('of groups may be of deleted roles as long as they are there, and give nothing', async () => {
    const { changes, settings, roles } = metadata;
    const set = (rolesByGroup: readonly { readonly group: string; readonly role: string }[]) =>
      changes.changeRights({ accountId, by }, (change) => settings.update(change, { rolesByGroup }));
    const made = [await create(), await create({ name: 'Auditors' })];
    const [one, other] = [
      { group: 'one', role: 'Stewards' },
      { group: 'other', role: 'Auditors' },
    ];
    await set([one, other]);
    for (const { id } of made) await changes.changeRights({ accountId, by }, (change) => roles.delete(change, id));
    await expect(set([one, other, { group: 'third', role: 'Auditors' }])).rejects.toThrow(
      "The rolesByGroup.role cannot be 'Auditors'",
    );
    expect((await set([other, { group: 'third', role: 'Viewer' }])).rolesByGroup).toHaveLength(2);
    expect(await changes.make({ accountId, by }, (change) => settings.rolesByGroup(change, 'other'))).toBeUndefined();
    await expect(set([one])).rejects.toThrow("The rolesByGroup.role cannot be 'Stewards'");
    expect((await set([])).rolesByGroup).toEqual([]);
  });
});

describe.each(storeKinds)('settings of an account on %s', (kind) => {
  it('have defaults, and every invalid one is reported', async () => {
    const place = await migratedPlace(kind);
    const { changes, settings, accountId, store, close } = await serveMetadata(place.settings, clock);
    try {
      expect(await settings.get(accountId)).toMatchObject({
        flags: { embedding: true, useCreatorMode: false, scim: true },
        limits: { externalUsers: 10_000 },
        defaultRole: 'Viewer',
        theme: null,
      });
      await changes.changeRights({ accountId, by }, (change) =>
        settings.update(change, { flags: { scim: false }, creatorMode: { workspaceTitle: 'Home' } }),
      );
      expect(await settings.get(accountId)).toMatchObject({
        flags: { embedding: true, scim: false },
        creatorMode: { showWorkspaceTitle: false, workspaceTitle: 'Home' },
      });
      const bad = { auditLogDays: 0, limits: { externalUsers: -1 }, theme: { a: 'x'.repeat(100_000) } };
      await expect(changes.changeRights({ accountId, by }, (change) => settings.update(change, bad))).rejects.toThrow(
        'The theme is too large, the limits.externalUsers must be a whole number from 0 to 10000000, ' +
          'the auditLogDays must be a whole number from 1 to 36500',
      );
      await changes.changeRights({ accountId, by }, (change) =>
        settings.update(change, { flags: { auditLog: false } }),
      );
      const entries = () => store.database.selectFrom('audit_log').select('event').execute();
      const before = await entries();
      expect(before.length).toBeGreaterThan(0);
      await changes.changeRights({ accountId, by }, (change) => settings.update(change, { flags: { evals: true } }));
      expect(await entries()).toEqual(before);
      await expect(settings.get(accountId + 1)).rejects.toThrow('There is no account');
    } finally {
      await close();
      await place.remove();
    }
  });
});
