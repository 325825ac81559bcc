import type { Insertable, Selectable, Updateable } from 'kysely';
import type { SignInProviderTable, Writer } from '@orrery/store';
import { providerPresets, type SettingsOfKind, type SignInProvider } from './sign-in-provider.ts';

export type ProviderRow = Selectable<SignInProviderTable>;

/** Rows of `sign_in_provider`. */
export class ProviderStore {
  list(writer: Writer, accountId: number): Promise<ProviderRow[]> {
    return writer
      .selectFrom('sign_in_provider')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
  }

  get(writer: Writer, accountId: number, id: number): Promise<ProviderRow | undefined> {
    return writer
      .selectFrom('sign_in_provider')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  find(writer: Writer, key: string): Promise<ProviderRow | undefined> {
    return writer.selectFrom('sign_in_provider').selectAll().where('key', '=', key).executeTakeFirst();
  }

  insert(writer: Writer, row: Insertable<SignInProviderTable>): Promise<ProviderRow> {
    return writer.insertInto('sign_in_provider').values(row).returningAll().executeTakeFirstOrThrow();
  }

  update(writer: Writer, id: number, change: Updateable<SignInProviderTable>): Promise<ProviderRow> {
    return writer
      .updateTable('sign_in_provider')
      .set(change)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async delete(writer: Writer, id: number): Promise<void> {
    await writer.deleteFrom('sign_in_provider').where('id', '=', id).execute();
  }
}

export function readProvider(row: ProviderRow): SignInProvider {
  return {
    id: row.id,
    accountId: row.account_id,
    key: row.key,
    preset: providerPresets.find((preset) => preset === row.preset),
    name: row.name,
    isOn: row.is_on === 1,
    ...readSettings(row),
    hasSecret: row.has_secret === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

/** Settings that versions before this one did not write. */
const laterSettings: Readonly<Record<string, object>> = {
  oidc: { logsOutAtProvider: false },
  saml: { wantsEncryptedAssertions: false },
  github: {},
};

/** Reads what this software wrote. */
function readSettings({ kind, settings }: ProviderRow): SettingsOfKind {
  return { kind, settings: { ...laterSettings[kind], ...JSON.parse(settings) } } as SettingsOfKind;
}
