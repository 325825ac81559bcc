import type { Database, Writer } from '@orrery/store';
import { nameKey, NotFound, requireSound, type Role, roles } from '@orrery/kernel';
import {
  type AccountSettings,
  changed,
  readSettingsOf,
  settingsFaults,
  type SettingsChange,
  type SignInRules,
} from '../settings/index.ts';
import type { Change, RightsChange } from '../change/index.ts';
import type { RoleService } from '../role/index.ts';

export interface AccountSettingsServiceDependencies {
  readonly database: Database;
  readonly roles: Pick<RoleService, 'list'>;
}

/** A built-in role with custom roles. */
export interface RoleSet {
  readonly role: Role;
  readonly customRoles: readonly number[];
}

export class AccountSettingsService {
  readonly #dependencies: AccountSettingsServiceDependencies;

  constructor(dependencies: AccountSettingsServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws NotFound */
  get(accountId: number): Promise<AccountSettings> {
    return settingsOf(this.#dependencies.database, accountId);
  }

  /** @throws Invalid */
  async update(change: RightsChange, input: SettingsChange): Promise<AccountSettings> {
    const { transaction, accountId } = change;
    const before = await settingsOf(transaction, accountId);
    const settings = changed(before, input);
    const custom = await this.#dependencies.roles.list(accountId, {}, transaction);
    // A default role that was deleted meanwhile does not prevent other changes.
    const { defaultRole = 'Viewer', rolesByGroup = [] } = input;
    const names = custom.map(({ name }) => name);
    const checked = { ...settings, defaultRole, rolesByGroup };
    requireSound('settings.invalid', settingsFaults(checked, names, before.rolesByGroup));
    // Written first, so that turning the log off is still recorded.
    await change.record({ event: 'Updated account settings', attributes: { changed: Object.keys(input) } });
    await write(change, settings);
    return settings;
  }

  /** Stores how people may sign in. The policy of signing in has checked it, and records it. */
  async setSignIn(change: RightsChange, signIn: SignInRules): Promise<void> {
    await write(change, { ...(await settingsOf(change.transaction, change.accountId)), signIn });
  }

  /** Returns the roles of a new user without given ones; Viewer when the configured default is deleted. */
  async defaultRoles(change: Change): Promise<RoleSet> {
    const { defaultRole } = await settingsOf(change.transaction, change.accountId);
    return (await this.#named(change, [defaultRole])) ?? { role: 'viewer', customRoles: [] };
  }

  /** Returns the roles that an identity provider's group gives a user; `undefined` for none. */
  rolesByGroup(change: Change, groupName: string): Promise<RoleSet | undefined> {
    return this.rolesByGroups(change, [groupName]);
  }

  /** Returns the roles that all these groups of an identity provider give a user together; `undefined` for none. */
  async rolesByGroups(change: Change, groupNames: readonly string[]): Promise<RoleSet | undefined> {
    const names = (await this.mappingsOf(change, groupNames)).map(({ role }) => role);
    return names.length === 0 ? undefined : this.#named(change, names);
  }

  /** Returns the entries of the settings that name one of these groups. */
  async mappingsOf(
    { transaction, accountId }: Change,
    groupNames: readonly string[],
  ): Promise<AccountSettings['rolesByGroup']> {
    const { rolesByGroup } = await settingsOf(transaction, accountId);
    const wanted = new Set(groupNames.map(nameKey));
    return rolesByGroup.filter(({ group }) => wanted.has(nameKey(group)));
  }

  /** Never returns the admin role, whatever is stored. */
  async #named({ transaction, accountId }: Change, names: readonly string[]): Promise<RoleSet | undefined> {
    const wanted = new Set(names.map(nameKey));
    const role = roles.find((known) => known !== 'admin' && wanted.has(nameKey(known)));
    const custom = await this.#dependencies.roles.list(accountId, {}, transaction);
    const customRoles = custom.filter(({ name }) => wanted.has(nameKey(name))).map(({ id }) => id);
    return role || customRoles.length > 0 ? { role: role ?? 'viewer', customRoles } : undefined;
  }
}

async function write({ transaction, accountId }: RightsChange, settings: AccountSettings): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', accountId)
    .execute();
}

/** @throws NotFound */
export async function settingsOf(writer: Writer, accountId: number): Promise<AccountSettings> {
  const row = await writer.selectFrom('account').select('settings').where('id', '=', accountId).executeTakeFirst();
  if (!row) throw new NotFound('account.unknown', `There is no account ${accountId}`);
  return readSettingsOf(row.settings);
}
