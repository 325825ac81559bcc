import type { AuditActor } from '@orrery/kernel';
import { type Database, lockAccount } from '@orrery/store';
import type { Change, Changes } from '../change/index.ts';
import type { SignInOrigin } from '../session/index.ts';
import { byThemselves, FailureCounts, networkOf, type SignedIn, type SignInService } from '../sign-in/index.ts';
import type { User } from '../user/index.ts';
import {
  type IdentityOutcome,
  type IdentityService,
  newNamesOf,
  type Presented,
  type RefusedPerson,
} from './identity-service.ts';
import { ProviderStore } from './provider-store.ts';
import type { SignInProvider } from './sign-in-provider.ts';

interface ProviderSignInDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly changes: Changes;
  readonly identities: IdentityService;
  readonly signIn: Pick<SignInService, 'begin'>;
}

export type ProvidedSignIn = ({ readonly kind: 'signed-in' } & SignedIn) | RefusedPerson;

/** Outcome of a sign-in that was tested, with the entries of the settings that name a group of the person. */
export interface TestedSignIn {
  readonly outcome: IdentityOutcome;
  readonly mappings: readonly { readonly group: string; readonly role: string }[];
}

/** Rolls a test back. */
class TestedPerson extends Error {
  readonly tested: TestedSignIn;

  constructor(tested: TestedSignIn) {
    super('a test changes nothing');
    this.tested = tested;
  }
}

/** Rolls the change of a sign-in back: people who are refused must not make nodes forget what they remember. */
class RefusedSignIn extends Error {
  readonly person: RefusedPerson;

  constructor(person: RefusedPerson) {
    super(person.reason);
    this.person = person;
  }
}

/** Signs in people by a provider, which has proved who they are. */
export class ProviderSignIn {
  readonly #providers = new ProviderStore();
  readonly #dependencies: ProviderSignInDependencies;
  /** Refusals, which the audit log records only now and then: anybody may have an account at a provider. */
  readonly #refusals = new FailureCounts();
  /** Sign-ins that were begun, by anybody: they are recorded now and then, so that they push nothing out of the log. */
  readonly #redirects = new FailureCounts();

  constructor(dependencies: ProviderSignInDependencies) {
    this.#dependencies = dependencies;
  }

  /** Only a first sign-in, and one with other names, makes every node forget what it remembers of the account. */
  async signIn(provider: SignInProvider, who: Presented, origin: SignInOrigin): Promise<ProvidedSignIn> {
    const { database, identities } = this.#dependencies;
    const known = await identities.find(database, provider, who);
    const isAsBefore = known?.user.status === 'active' && Object.keys(newNamesOf(known.user, who)).length === 0;
    const signedIn = isAsBefore ? await this.#signInAgain(provider, who, known.user, origin) : undefined;
    return signedIn ?? this.#signInFirst(provider, who, origin);
  }

  /** Decides who it would be, and changes nothing. */
  async test(provider: SignInProvider, who: Presented): Promise<TestedSignIn> {
    const { changes, identities } = this.#dependencies;
    const { accountId } = provider;
    try {
      return await changes.changeRights({ accountId, by: { via: 'app' } }, async (change) => {
        const mappings = await identities.mappingsOf(change, who.groups ?? []);
        throw new TestedPerson({ outcome: await identities.settle(change, provider, who), mappings });
      });
    } catch (error) {
      if (error instanceof TestedPerson) return error.tested;
      throw error;
    }
  }

  /** @returns `undefined` when something has changed meanwhile */
  #signInAgain(
    provider: SignInProvider,
    who: Presented,
    user: User,
    origin: SignInOrigin,
  ): Promise<ProvidedSignIn | undefined> {
    const { changes, identities } = this.#dependencies;
    const { accountId } = provider;
    return changes.make({ accountId, by: byThemselves(user, origin) }, async (change) => {
      await lockAccount(change.transaction, accountId);
      const now = await identities.find(change.transaction, provider, who);
      const isSame = now?.user.id === user.id && now.user.status === 'active';
      if (!isSame || !(await this.#isOn(change, provider))) return undefined;
      await identities.recordUse(change.transaction, now.id, change.now);
      return this.#begin(change, provider, who, now.user, origin);
    });
  }

  async #signInFirst(provider: SignInProvider, who: Presented, origin: SignInOrigin): Promise<ProvidedSignIn> {
    const { changes, identities } = this.#dependencies;
    const { accountId } = provider;
    const by: AuditActor = { via: 'app', address: origin.address };
    const settled = changes.changeRights({ accountId, by }, async (change): Promise<ProvidedSignIn> => {
      if (!(await this.#isOn(change, provider)))
        throw new RefusedSignIn({
          kind: 'refused',
          why: 'unknown',
          value: provider.name,
          reason: 'it was switched off, or changed',
        });
      const outcome = await identities.settle(change, provider, who);
      if (outcome.kind === 'refused') throw new RefusedSignIn(outcome);
      const own = changes.within(change.transaction, { accountId, by: byThemselves(outcome.user, origin) });
      return this.#begin(own, provider, who, outcome.user, origin);
    });
    try {
      return await settled;
    } catch (error) {
      if (!(error instanceof RefusedSignIn)) throw error;
      await this.#recordRefusal(provider, error.person, origin);
      return error.person;
    }
  }

  async #begin(
    change: Change,
    { kind, key, name }: SignInProvider,
    { subject, session }: Presented,
    user: User,
    origin: SignInOrigin,
  ): Promise<ProvidedSignIn> {
    const { signIn } = this.#dependencies;
    const details = {
      ...(kind === 'saml' ? { event: 'Logged in via SAML' as const } : {}),
      method: kind,
      provider: name,
    };
    return { kind: 'signed-in', ...(await signIn.begin(change, user, origin, details, { key, subject, session })) };
  }

  /** Whether the provider is on, and as it was when it proved who the person is. */
  async #isOn({ transaction }: Change, { key, version }: SignInProvider): Promise<boolean> {
    const row = await this.#providers.find(transaction, key);
    return row?.is_on === 1 && row.version === version;
  }

  /** Records that somebody was sent to a provider of SAML. @param address of the browser */
  async recordRedirect({ accountId, name }: SignInProvider, address: string): Promise<void> {
    const { clock, changes } = this.#dependencies;
    const now = clock.now();
    const network = networkOf(address);
    if (!this.#redirects.isFirst(network, now)) return;
    this.#redirects.record(network, now);
    await changes.make({ accountId, by: { via: 'app', address } }, (change) =>
      change.record({ event: 'Redirected to SAML provider for login', attributes: { provider: name } }),
    );
  }

  async #recordRefusal(provider: SignInProvider, refusal: RefusedPerson, { address }: SignInOrigin): Promise<void> {
    const { clock, changes } = this.#dependencies;
    const now = clock.now();
    const network = networkOf(address);
    const isRecorded = this.#refusals.isFirst(network, now);
    this.#refusals.record(network, now);
    if (!isRecorded) return;
    const { accountId, kind, name } = provider;
    await changes.make({ accountId, by: { via: 'app', address } }, (change) =>
      change.record({
        event: 'Failed to log in',
        attributes: { username: '[unknown]', method: kind, provider: name, reason: refusal.why },
      }),
    );
  }
}
