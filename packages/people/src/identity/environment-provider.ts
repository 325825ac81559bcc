import { isDeepStrictEqual } from 'node:util';
import { atTheCommandLine, type InputProblem } from '@orrery/kernel';
import type { Database, Writer } from '@orrery/store';
import type { Changes, RightsChange } from '../change/index.ts';
import type { OpenProvider, ProviderService } from './provider-service.ts';
import { changedSettings, defaultsOf, foreignFields, providerFaults } from './provider-settings.ts';
import {
  environmentKey,
  type NewProvider,
  type ProviderKind,
  type SamlSettings,
  type SettingsInput,
  type SettingsOfKind,
} from './sign-in-provider.ts';

interface EnvironmentProviderDependencies {
  readonly database: Database;
  readonly changes: Changes;
  readonly providers: ProviderService;
}

/** Keeps the provider that the settings of the server name as they say, so that it is there before anybody can sign in. */
export class EnvironmentProvider {
  readonly #dependencies: EnvironmentProviderDependencies;

  constructor(dependencies: EnvironmentProviderDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Makes, changes or switches off the provider, unless it is as the settings say. Servers that start at once make it once.
   *
   * @param input absent: the settings name none @returns whether something was changed @throws InvalidInput, Conflict
   * where no admin could sign in any more
   */
  async apply(accountId: number, input: NewProvider | undefined): Promise<boolean> {
    const { database, changes } = this.#dependencies;
    if (isAsSaid(await this.#known(database), input)) return false;
    return changes.changeRights({ accountId, by: atTheCommandLine }, async (change) => {
      const known = await this.#known(change.transaction);
      if (isAsSaid(known, input)) return false;
      await this.#change(change, known, input);
      return true;
    });
  }

  async #change(change: RightsChange, known: OpenProvider | undefined, input: NewProvider | undefined): Promise<void> {
    const { providers } = this.#dependencies;
    if (!input) return void (known && (await providers.update(change, known.id, { isOn: false }, known)));
    const { kind, settings } = settingsOf(input);
    // Nobody whom a provider of another kind knows is known to this one.
    const isOther = known !== undefined && known.kind !== kind;
    if (isOther) await providers.delete(change, known.id, 'settings');
    if (!known || isOther) return void (await providers.create(change, input, environmentKey));
    const { name, preset, clientSecret = null } = input;
    const all = { ...clearedOf(kind), ...settings };
    await providers.update(change, known.id, { name, isOn: true, settings: all, clientSecret }, { preset });
  }

  #known(writer: Writer): Promise<OpenProvider | undefined> {
    return this.#dependencies.providers.openIn(writer, environmentKey);
  }
}

/** Lists what is wrong with a provider that is to be made. Paths are those of its fields. */
export function newProviderFaults(input: NewProvider): readonly InputProblem[] {
  const { kind = 'oidc', name, preset, clientSecret, settings } = input;
  return [
    ...foreignFields(kind, settings),
    ...providerFaults({ name, preset, hasSecret: Boolean(clientSecret) }, settingsOf(input)),
  ];
}

/** Fields that no value stands for where the settings name none. */
function clearedOf(kind: ProviderKind): SettingsInput {
  const cleared = { externalId: null };
  return kind === 'saml' ? { ...cleared, audience: null, subjectAttribute: null, metadataUrl: null } : cleared;
}

function settingsOf({ kind = 'oidc', preset, settings }: NewProvider): SettingsOfKind {
  return changedSettings(defaultsOf(kind, preset), settings);
}

function isAsSaid(known: OpenProvider | undefined, input: NewProvider | undefined): boolean {
  if (!known || !input) return known?.isOn !== true && input === undefined;
  const said = { name: input.name, preset: input.preset, isOn: true, clientSecret: input.clientSecret ?? undefined };
  const { name, preset, isOn, clientSecret } = known;
  const { kind, settings } = settingsOf(input);
  return (
    kind === known.kind &&
    isDeepStrictEqual({ name, preset, isOn, clientSecret }, said) &&
    isSame(withoutOwnCertificates(known.settings), settings)
  );
}

function withoutOwnCertificates(settings: SettingsOfKind['settings']): object {
  const { ownCertificate: _, encryptionCertificate: __, ...others } = settings as Partial<SamlSettings>;
  return others;
}

/** Compares what is stored of them. */
function isSame(one: object, other: object): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));
}
