import { NotFound, type OAuthScope, type Person, TooManyRequests } from '@orrery/kernel';
import { type Database, type Keyring, lockAccount, type Writer } from '@orrery/store';
import type { Change, Changes } from '../../change/index.ts';
import { FailureCounts, hashOfOpaqueText } from '../../sign-in/index.ts';
import type { GrantService } from '../grant-service.ts';
import { isActiveUser } from '../is-active-user.ts';
import { scopesIn } from '../json-list.ts';
import type { OAuthClient } from '../oauth-client.ts';
import { type IssuedTokens, refused, type TokenOutcome } from '../oauth-grant.ts';
import { clientKindOf } from '../read-client.ts';
import { isToken, makeToken } from '../token-text.ts';
import { DeviceStore, type RequestedDeviceRow } from './device-store.ts';
import { hashOfUserCode, makeUserCode, readUserCode } from './user-code.ts';

/** How long a person may take to decide. */
const lastsMs = 15 * 60_000;
/** How long a device waits between two questions, and how much longer after each that came too soon (RFC 8628). */
const intervalMs = 5_000;
const slowerMs = 5_000;
/** A device may ask this much earlier, because its clock may run a little fast. */
const toleranceMs = 500;
/** How long a request is remembered after its end, so that its device learns the outcome. */
const keptMs = 24 * 3_600_000;
/** Requests of one network in the time that they last, and of all that wait. */
const mostOfNetwork = 60;
const mostLive = 10_000;
/** Wrong codes of one person in 15 minutes, after which none is tried. */
const mostWrongCodes = 10;
/** Rows that one statement deletes. */
const mostForgotten = 1_000;

/** The request of a client that runs on a device without a browser. */
export interface NewDevice {
  readonly client: OAuthClient;
  readonly scopes: readonly OAuthScope[];
  readonly resource: string | undefined;
  /** The network that the request comes from. */
  readonly from: string;
}

/** Codes as a client gets them; they are shown once, never stored. */
export interface DeviceCodes {
  readonly deviceCode: string;
  /** Eight letters in two groups, which a person types. */
  readonly userCode: string;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

/** A request that waits for the decision of a person. */
export interface RequestedDevice {
  readonly client: Pick<OAuthClient, 'clientId' | 'name' | 'kind'>;
  readonly scopes: readonly OAuthScope[];
  readonly resource: string | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly endsAt: number;
}

/** The decision of a person about a request. */
export interface DeviceAnswer {
  /** The code as it was typed. */
  readonly userCode: string;
  /** A user of the account of the change. */
  readonly userId: number;
  readonly isAllowed: boolean;
  /** The caller has checked that they are of the account. */
  readonly deployments: 'all' | readonly number[];
}

/** The answer to a device that asks for its tokens; errors are those of RFC 8628 section 3.5. */
export type DeviceOutcome =
  | TokenOutcome
  | {
      readonly kind: 'refused';
      readonly error: 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token';
      readonly reason: string;
    };

interface OAuthDevicesDependencies {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly changes: Changes;
  readonly grants: GrantService;
  readonly keyring: Pick<Keyring, 'current'>;
}

/** Requests of devices without a browser: a person types their code elsewhere, and decides. */
export class OAuthDevices {
  readonly #store: DeviceStore;
  readonly #dependencies: OAuthDevicesDependencies;
  readonly #wrongCodes = new FailureCounts(mostWrongCodes);

  constructor(dependencies: OAuthDevicesDependencies) {
    this.#store = new DeviceStore(dependencies.database);
    this.#dependencies = dependencies;
  }

  /** Begins a request. Anybody may, so that their number is bounded. @throws TooManyRequests */
  async begin({ client, scopes, resource, from }: NewDevice): Promise<DeviceCodes> {
    const now = this.#dependencies.clock.now();
    await this.#requireRoom(from, now);
    const [deviceCode, userCode] = [makeToken('device'), makeUserCode()];
    await this.#store.insert({
      device_hash: hashOfOpaqueText(deviceCode),
      user_code_hash: this.#hashOf(userCode) ?? '',
      client_id: client.id,
      scopes: JSON.stringify(scopes),
      resource: resource ?? null,
      requested_from: from,
      status: 'pending',
      has_all_deployments: 0,
      interval_ms: intervalMs,
      created_at: now,
      expires_at: now + lastsMs,
    });
    return { deviceCode, userCode, expiresInSeconds: lastsMs / 1_000, intervalSeconds: intervalMs / 1_000 };
  }

  /** @throws NotFound for a code that no request waits with, TooManyRequests for a person who guesses */
  async find({ accountId, userId }: Pick<Person, 'accountId' | 'userId'>, userCode: string): Promise<RequestedDevice> {
    const { database, clock } = this.#dependencies;
    const row = await this.#pending(database, { accountId, userId, userCode, now: clock.now() });
    return {
      client: { clientId: row.client_text, name: row.client_name, kind: clientKindOf(row.client_kind) },
      scopes: scopesIn(row.scopes),
      resource: row.resource ?? undefined,
      createdAt: row.created_at,
      endsAt: row.expires_at,
    };
  }

  /** Approves or denies a request. @throws as `find` does */
  async decide(change: Change, { userCode, userId, isAllowed, deployments }: DeviceAnswer): Promise<void> {
    const { transaction, accountId, now } = change;
    const row = await this.#pending(transaction, { accountId, userId, userCode, now });
    const status = isAllowed ? 'approved' : 'denied';
    const isDecided = await this.#store.decide(transaction, row.id, { accountId, userId, status, deployments }, now);
    if (!isDecided) throw unknownCode();
    if (!isAllowed) return;
    const attributes = { client: row.client_name, scopes: scopesIn(row.scopes), deployments };
    await change.record({ event: 'Approved connected application', attributes });
  }

  /** Answers a device that asks for its tokens. The caller has authenticated the client. */
  async poll(text: string, client: OAuthClient): Promise<DeviceOutcome> {
    const { changes, clock, grants } = this.#dependencies;
    const row = isToken('device', text) ? await this.#store.find(hashOfOpaqueText(text)) : undefined;
    if (!row || row.client_id !== client.id) return refused('unknown device code');
    const now = clock.now();
    if (row.status === 'used') return refused('the device code was used before');
    if (row.expires_at <= now) return waits('expired_token', 'The request is over. Begin another one.');
    if (row.status === 'denied') return waits('access_denied', 'The person denied the request.');
    const accountId = row.account_id;
    if (row.status !== 'approved' || accountId === null) return this.#wait(row, now);
    const author = { accountId, by: { via: 'app' } } as const;
    const outcome = await changes.makeTogether(author, (change) => this.#take(change, row.id, client));
    if (outcome.kind === 'issued') await grants.endExcess(accountId, outcome.tokens.grantId);
    return outcome;
  }

  /** Deletes requests that are over, of all accounts. */
  async forget(): Promise<void> {
    const before = this.#dependencies.clock.now() - keptMs;
    while ((await this.#store.deleteOver(before, mostForgotten)) === mostForgotten);
  }

  async #wait(
    { id, polled_at: before, interval_ms: interval }: Pick<RequestedDeviceRow, 'id' | 'polled_at' | 'interval_ms'>,
    now: number,
  ): Promise<DeviceOutcome> {
    const isTooSoon = before !== null && now - before < interval - toleranceMs;
    const next = isTooSoon ? interval + slowerMs : interval;
    await this.#store.notePoll(id, { polled_at: now, interval_ms: next });
    if (isTooSoon) return waits('slow_down', `Ask every ${next / 1_000} seconds.`);
    return waits('authorization_pending', 'The person has not decided yet.');
  }

  async #take(change: Change, id: number, client: OAuthClient): Promise<TokenOutcome> {
    const { transaction, accountId } = change;
    // So that a user who is deactivated meanwhile is seen as that, or has the grant ended.
    await lockAccount(transaction, accountId);
    const row = await this.#store.take(transaction, accountId, id, change.now);
    if (!row || row.user_id === null) return refused('the device code was used before');
    if (!(await isActiveUser(transaction, accountId, row.user_id))) return refused('its user is not active');
    const tokens: IssuedTokens = await this.#dependencies.grants.begin(change, {
      client,
      userId: row.user_id,
      kind: 'device',
      scopes: scopesIn(row.scopes),
      resource: row.resource ?? undefined,
      deployments: row.has_all_deployments === 1 ? 'all' : await this.#store.deploymentsOf(transaction, row.id),
    });
    return { kind: 'issued', tokens };
  }

  async #pending(
    writer: Writer,
    { accountId, userId, userCode, now }: { accountId: number; userId: number; userCode: string; now: number },
  ): Promise<RequestedDeviceRow> {
    const person = `${accountId}/${userId}`;
    const until = this.#wrongCodes.lockedUntil(person, now);
    if (until !== undefined) throw tooMany('Too many codes were wrong', until - now);
    const codeHash = this.#hashOf(userCode);
    const row = codeHash === undefined ? undefined : await this.#store.findPending(writer, codeHash, now);
    if (row && (row.client_account === null || row.client_account === accountId)) return row;
    this.#wrongCodes.record(person, now);
    throw unknownCode();
  }

  #hashOf(userCode: string): string | undefined {
    const code = readUserCode(userCode);
    return code === undefined ? undefined : hashOfUserCode(this.#dependencies.keyring.current, code);
  }

  async #requireRoom(from: string, now: number): Promise<void> {
    const recent = await this.#store.requestedFrom(from, now - lastsMs, mostOfNetwork);
    const first = recent[mostOfNetwork - 1];
    if (first !== undefined) throw tooMany(tooManyDevices, first + lastsMs - now);
    if ((await this.#store.liveCount(now)) >= mostLive) throw tooMany(tooManyDevices, lastsMs);
  }
}

function waits(
  error: Exclude<Extract<DeviceOutcome, { kind: 'refused' }>['error'], `invalid_${string}`>,
  reason: string,
): DeviceOutcome {
  return { kind: 'refused', error, reason };
}

function unknownCode(): NotFound {
  return new NotFound(
    'oauth.unknown-user-code',
    'No device waits with this code. Codes last 15 minutes and work once.',
  );
}

const tooManyDevices = 'Too many devices asked lately';

function tooMany(what: string, afterMs: number): TooManyRequests {
  const seconds = Math.max(1, Math.ceil(afterMs / 1_000));
  return new TooManyRequests('oauth.too-many-devices', `${what}; try again later`, seconds);
}
