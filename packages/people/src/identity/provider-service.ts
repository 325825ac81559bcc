import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Conflict, Invalid, NotFound, requireSound } from '@orrery/kernel';
import { type Database, type Keyring, signInProviderPlace, type Writer } from '@orrery/store';
import type { RightsChange } from '../change/index.ts';
import type { SignInPolicy } from '../sign-in/index.ts';
import { IdentityStore } from './identity-store.ts';
import { type OwnKeys, ownKeysFor } from './own-key.ts';
import {
  changedSettings,
  defaultsOf,
  foreignFields,
  hasOtherSubjects,
  issuerOf,
  providerFaults,
} from './provider-settings.ts';
import { type ProviderRow, ProviderStore, readProvider } from './provider-store.ts';
import {
  environmentKey,
  type NewProvider,
  type ProviderChange,
  type ProviderKind,
  type SettingsOfKind,
  type SignInProvider,
} from './sign-in-provider.ts';

interface ProviderServiceDependencies {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly signInPolicy: Pick<SignInPolicy, 'keepWayIn'>;
}

interface Secrets extends OwnKeys {
  readonly clientSecret?: string | undefined;
}

/** A provider with its secrets. */
export type OpenProvider = SignInProvider & Secrets;

const mostProviders = 50;
const keyLetters = 'abcdefghijkmnpqrstuvwxyz23456789';
const keyLength = 10;

/** The providers of identities that people of an account sign in by. */
export class ProviderService {
  readonly #store = new ProviderStore();
  readonly #identities = new IdentityStore();
  readonly #dependencies: ProviderServiceDependencies;

  constructor(dependencies: ProviderServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Lists in order of creation. */
  async list(accountId: number): Promise<readonly SignInProvider[]> {
    return (await this.#store.list(this.#dependencies.database, accountId)).map(readProvider);
  }

  /** @throws NotFound */
  async get(accountId: number, id: number): Promise<SignInProvider> {
    return readProvider(required(await this.#store.get(this.#dependencies.database, accountId, id), id));
  }

  /** Finds a provider by the name in its addresses. @param mayBeOff whether it is found for a test, too */
  async open(key: string, { mayBeOff = false } = {}): Promise<OpenProvider | undefined> {
    const provider = await this.openIn(this.#dependencies.database, key);
    return provider?.isOn || mayBeOff ? provider : undefined;
  }

  /** Finds a provider as `open` does, whether it is on or off. */
  async openIn(writer: Writer, key: string): Promise<OpenProvider | undefined> {
    const row = isProviderKey(key) ? await this.#store.find(writer, key) : undefined;
    return row && { ...readProvider(row), ...this.#secretsOf(row) };
  }

  /** @param key absent: a random one @throws InvalidInput, Conflict */
  async create(change: RightsChange, input: NewProvider, key = makeKey()): Promise<SignInProvider> {
    const { transaction, accountId, now } = change;
    const { kind = 'oidc', name, preset, isOn = true, clientSecret } = input;
    const given = changedSettings(defaultsOf(kind, preset), input.settings);
    const hasSecret = isGiven(clientSecret);
    requireSound('sign-in-provider.invalid', [
      ...foreignFields(kind, input.settings),
      ...providerFaults({ name, preset, hasSecret }, given),
    ]);
    if ((await this.#store.list(transaction, accountId)).length >= mostProviders) throw tooMany();
    const { settings, ...keys } = await ownKeysFor(given, {}, { name: key, now });
    const row = await this.#store.insert(transaction, {
      account_id: accountId,
      key,
      kind,
      preset: preset ?? null,
      name: name.trim(),
      is_on: isOn ? 1 : 0,
      settings: JSON.stringify(settings),
      sealed: await this.#sealed(change, key, { clientSecret: hasSecret ? clientSecret : undefined, ...keys }),
      has_secret: hasSecret ? 1 : 0,
      created_at: now,
      updated_at: now,
      version: 1,
    });
    const attributes = { providerId: row.id, provider: row.name, kind, issuer: issuerOf(given) };
    await change.record(eventOf('Created', kind, attributes));
    return readProvider(row);
  }

  /**
   * A stored secret belongs to the server that it was entered for.
   *
   * @param operator absent: the provider that the settings of the server name stays as it is, and so does every preset
   * @throws NotFound, InvalidInput, Invalid, Conflict
   */
  async update(
    change: RightsChange,
    id: number,
    input: ProviderChange,
    operator?: Pick<SignInProvider, 'preset'>,
  ): Promise<SignInProvider> {
    const { transaction, accountId, now } = change;
    const before = required(await this.#store.get(transaction, accountId, id), id);
    if (!operator) requireOwn(before);
    const known = readProvider(before);
    const { key, kind, hasSecret: hadSecret } = known;
    const { preset } = operator ?? known;
    const { name = before.name, isOn = before.is_on === 1, clientSecret } = input;
    const given = changedSettings<SettingsOfKind>(known, input.settings ?? {});
    const secrets = this.#secretsOf(before);
    const kept = clientSecret === undefined ? secrets.clientSecret : clientSecret || undefined;
    const hasSecret = kept !== undefined;
    requireSound('sign-in-provider.invalid', [
      ...foreignFields(kind, input.settings ?? {}),
      ...providerFaults({ name, preset, hasSecret }, given),
    ]);
    if (issuerOf(given) !== issuerOf(known) && hadSecret && clientSecret === undefined) throw secretAgain(kind);
    const { settings, ...keys } = await ownKeysFor(given, secrets, { name: key, now });
    const { ownKey, decryptionKeys } = secrets;
    const isSealedAgain = clientSecret !== undefined || !isDeepStrictEqual(keys, { ownKey, decryptionKeys });
    const sealed = isSealedAgain ? { sealed: await this.#sealed(change, key, { clientSecret: kept, ...keys }) } : {};
    const isOther = hasOtherSubjects(known, given);
    const values = {
      name: name.trim(),
      preset: preset ?? null,
      is_on: isOn ? 1 : 0,
      settings: JSON.stringify(settings),
      ...sealed,
      has_secret: hasSecret ? 1 : 0,
      updated_at: now,
      version: before.version + 1,
    };
    const row = await this.#dependencies.signInPolicy.keepWayIn(change, async () => {
      if (isOther) await this.#identities.deleteOf(transaction, accountId, key);
      return this.#store.update(transaction, id, values);
    });
    const changed = [
      ...Object.entries({ name, preset, isOn }).flatMap(([field, value]) =>
        known[field as 'name' | 'preset' | 'isOn'] === value ? [] : [field],
      ),
      ...differentFields(known.settings, settings),
      ...(kept === secrets.clientSecret ? [] : ['clientSecret']),
    ];
    const attributes = { providerId: id, provider: row.name, issuer: issuerOf(given), changed };
    await change.record(eventOf('Updated', kind, attributes));
    return readProvider(row);
  }

  /**
   * Deletes a provider; users who signed in by it stay.
   *
   * @param by the settings of the server, which delete the provider that they name @throws NotFound, Conflict
   */
  async delete(change: RightsChange, id: number, by?: 'settings'): Promise<void> {
    const { transaction, accountId } = change;
    const row = required(await this.#store.get(transaction, accountId, id), id);
    if (by === undefined) requireOwn(row);
    await this.#dependencies.signInPolicy.keepWayIn(change, async () => {
      await this.#identities.deleteOf(transaction, accountId, row.key);
      await this.#store.delete(transaction, id);
    });
    const attributes = { providerId: id, provider: row.name };
    await change.record(eventOf('Deleted', readProvider(row).kind, attributes));
  }

  #secretsOf({ sealed, key }: ProviderRow): Secrets {
    return JSON.parse(this.#dependencies.keyring.unseal(sealed, signInProviderPlace(key))) as Secrets; // we wrote it
  }

  #sealed({ transaction }: RightsChange, key: string, secrets: Secrets): Promise<string> {
    return this.#dependencies.keyring.seal(transaction, JSON.stringify(secrets), signInProviderPlace(key));
  }
}

/** The entry of the audit log; all changes of providers of SAML have one name there. */
function eventOf(
  act: 'Created' | 'Updated' | 'Deleted',
  kind: ProviderKind,
  attributes: Readonly<Record<string, unknown>>,
) {
  return kind === 'saml'
    ? { event: 'Updated account SAML configuration' as const, attributes: { ...attributes, act: act.toLowerCase() } }
    : { event: `${act} sign-in provider` as const, attributes };
}

function isGiven(secret: string | null | undefined): secret is string {
  return secret !== undefined && secret !== null && secret !== '';
}

/** Names of the fields that differ between two settings of one kind, as they are stored. */
function differentFields(one: object, other: object): readonly string[] {
  const [before, after] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)));
}

/** @throws Conflict for the provider that the settings of the server name */
function requireOwn({ key, name }: ProviderRow): void {
  if (key !== environmentKey) return;
  const message = `'${name}' is set by ORRERY_SSO_* where the server runs: change the settings there, and start again`;
  throw new Conflict('sign-in-provider.of-settings', message);
}

function isProviderKey(key: string): boolean {
  return key === environmentKey || new RegExp(`^[${keyLetters}]{${keyLength}}$`).test(key);
}

function makeKey(): string {
  return Array.from({ length: keyLength }, () => keyLetters[randomInt(keyLetters.length)]).join('');
}

function required(row: ProviderRow | undefined, id: number): ProviderRow {
  if (row) return row;
  throw new NotFound('sign-in-provider.unknown', `There is no sign-in provider ${id}`);
}

function tooMany(): Conflict {
  return new Conflict('sign-in-provider.too-many', `An account has at most ${mostProviders} sign-in providers`);
}

function secretAgain(kind: ProviderKind): Invalid {
  const changed = kind === 'github' ? 'baseUrl' : 'issuer';
  const message = `A change of the ${changed} needs the clientSecret again: it belongs to the server it was entered for`;
  return new Invalid('sign-in-provider.secret-again', message);
}
