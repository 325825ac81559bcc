import type { Transaction } from 'kysely';
import type { Tables, Writer } from '@orrery/store';
import { type AuditActor, nameKey, NotFound, requireSound, type Role, roles } from '@orrery/kernel';
import {
  type AccountSettings,
  changed,
  readSettingsOf,
  settingsFaults,
  type SettingsChange,
} from './account-settings.ts';
import type { AuditLog } from '../audit/index.ts';
import { changeStanding, type StandingDependencies } from '../user/index.ts';
import type { RoleService } from '../role/index.ts';

export interface AccountSettingsServiceDependencies extends StandingDependencies {
  readonly audit: AuditLog;
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
  update(accountId: number, by: AuditActor, change: SettingsChange): Promise<AccountSettings> {
    return changeStanding(this.#dependencies, accountId, async (transaction) => {
      const before = await settingsOf(transaction, accountId);
      const settings = changed(before, change);
      const custom = await this.#dependencies.roles.list(accountId, {}, transaction);
      // A default role that was deleted meanwhile does not prevent other changes.
      const { defaultRole = 'Viewer', rolesByGroup = [] } = change;
      const names = custom.map(({ name }) => name);
      requireSound('settings.invalid', settingsFaults({ ...settings, defaultRole, rolesByGroup }, names));
      // Written first, so that turning the log off is still recorded.
      const attributes = { changed: Object.keys(change) };
      const event = 'Updated account settings';
      await this.#dependencies.audit.record(transaction, accountId, by, { event, attributes });
      await transaction
        .updateTable('account')
        .set({ settings: JSON.stringify(settings) })
        .where('id', '=', accountId)
        .execute();
      return settings;
    });
  }

  /** Returns the roles of a new user without given ones; Viewer when the configured default is deleted. */
  async defaultRoles(accountId: number, transaction: Transaction<Tables>): Promise<RoleSet> {
    const { defaultRole } = await settingsOf(transaction, accountId);
    return (await this.#named(accountId, transaction, [defaultRole])) ?? { role: 'viewer', customRoles: [] };
  }

  /** Returns the roles that an identity provider's group gives a user; `undefined` for none. */
  async rolesByGroup(
    accountId: number,
    transaction: Transaction<Tables>,
    groupName: string,
  ): Promise<RoleSet | undefined> {
    const { rolesByGroup } = await settingsOf(transaction, accountId);
    const names = rolesByGroup.filter(({ group }) => nameKey(group) === nameKey(groupName)).map(({ role }) => role);
    return names.length === 0 ? undefined : this.#named(accountId, transaction, names);
  }

  /** Never returns the admin role, whatever is stored. */
  async #named(
    accountId: number,
    transaction: Transaction<Tables>,
    names: readonly string[],
  ): Promise<RoleSet | undefined> {
    const wanted = new Set(names.map(nameKey));
    const role = roles.find((known) => known !== 'admin' && wanted.has(nameKey(known)));
    const custom = await this.#dependencies.roles.list(accountId, {}, transaction);
    const customRoles = custom.filter(({ name }) => wanted.has(nameKey(name))).map(({ id }) => id);
    return role || customRoles.length > 0 ? { role: role ?? 'viewer', customRoles } : undefined;
  }
}

/** @throws NotFound */
export async function settingsOf(writer: Writer, accountId: number): Promise<AccountSettings> {
  const row = await writer.selectFrom('account').select('settings').where('id', '=', accountId).executeTakeFirst();
  if (!row) throw new NotFound('account.unknown', `There is no account ${accountId}`);
  return readSettingsOf(row.settings);
}
