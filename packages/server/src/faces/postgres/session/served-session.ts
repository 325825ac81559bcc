import { withinRequest } from '@orrery/kernel';
import { type ConnectionSql, type WireActivity, type ConnectionSession, WireSettings } from '@orrery/runtime';
import type { Shares } from '../../data/index.ts';
import type { Ending } from '../../../http/index.ts';
import type { AdmittedLogin } from '../access/wire-access.ts';
import { type ClientMessage, readExecute, readNamed, readParse, readQuery } from '../protocol/client-messages.ts';
import type { MessageQueue } from '../protocol/message-queue.ts';
import type { WireOutbox } from '../protocol/outbox.ts';
import { serverMessages } from '../protocol/server-messages.ts';
import { WireFailure } from '../protocol/wire-failure.ts';
import type { HeldPlaces } from '../rows/held-place.ts';
import type { StartupPacket } from '../startup/startup-packet.ts';
import { answerBind, answerClose, answerDescribe, answerExecute, answerParse } from './answer-extended.ts';
import { answerQuery } from './answer-query.ts';
import { KeptBytes } from './kept-bytes.ts';
import { Portals } from './portals.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { failureFields, isFault, type FailurePlace } from './report-failure.ts';
import { SessionActivity } from './session-activity.ts';
import { SessionCaller } from './session-caller.ts';
import type { SessionContext } from './session-context.ts';
import type { SessionRegistry } from './session-registry.ts';
import { boundIdleTransaction, withinTimeout } from './statement-clock.ts';
import { WireTransaction } from './transaction.ts';

export interface ServedSessionInput {
  readonly id: string;
  readonly queue: MessageQueue;
  readonly outbox: WireOutbox;
  readonly packet: StartupPacket;
  readonly login: AdmittedLogin;
  readonly address: { readonly host: string | null; readonly port: number | null };
}

export interface ServedSessionServices {
  readonly wire: ConnectionSql;
  readonly registry: SessionRegistry;
  readonly kept: Shares;
  readonly places: HeldPlaces;
  readonly ending: Pick<Ending, 'began' | 'ended'>;
  readonly log: { error(facts: object, message: string): void };
}

/** Letters of the messages that one extended query is made of. */
const extended: ReadonlySet<string> = new Set('PBDEC');

/**
 * A session of a caller who is known: answers messages one after the other.
 *
 * - *waiting* for a message.
 * - *working* on one. A cancel request ends the work, and the session goes on.
 * - *skipping*, after an error in an extended query: all messages up to Sync.
 * - *ended*: by its client, a fatal error, or a server that stops.
 */
export class ServedSession {
  readonly #input: ServedSessionInput;
  readonly #services: ServedSessionServices;
  readonly #context: SessionContext;
  readonly #activity: SessionActivity;
  readonly #place: ReturnType<SessionRegistry['register']>;
  /** Fires when the client is gone, or another session ends this one. */
  readonly #ended: AbortSignal;
  #running: AbortController | undefined;
  #isSkipping = false;
  #failedAt: FailurePlace | undefined;
  #count = 0;

  /** @throws StatementInvalid for a setting of the start that is none */
  constructor(input: ServedSessionInput, services: ServedSessionServices, defaultZone: string) {
    this.#input = input;
    this.#services = services;
    const { packet, login, address, outbox, queue } = input;
    const { wire, registry, places } = services;
    const { user, database } = packet;
    const settings = new WireSettings({ defaultZone, user, startup: packet.settings });
    const { caller } = login.owner;
    const kept = new KeptBytes(services.kept, login.owner);
    const prepared = new PreparedStatements(kept);
    const portals = new Portals(kept);
    const transaction = new WireTransaction(settings, portals);
    const terminating = new AbortController();
    this.#ended = AbortSignal.any([queue.left, terminating.signal]);
    const cancel = (failure: WireFailure) => this.#running?.abort(failure);
    this.#place = registry.register({
      caller,
      activity: () => this.#shown(),
      cancel,
      terminate: (failure) => {
        queue.interrupt(failure);
        cancel(failure);
        terminating.abort(failure);
      },
      stop: (failure) => queue.interrupt(failure),
    });
    const { processId } = this.#place;
    const session: ConnectionSession = {
      ...{ settings, user, database, processId },
      ...(address.host === null ? {} : { clientAddress: address.host }),
      sessions: () => registry.sessionsOf(caller),
      prepared: () => prepared.shown(),
      cursors: () => portals.shown(),
      kept,
      callerAs: (role) => currentAs(role),
      end: (id, how) => registry.end(caller, id, how),
    };
    const { current, currentAs, requireSwitch } = new SessionCaller(login, session, () => this.#requestId());
    this.#context = {
      ...{ wire, outbox, settings, prepared, portals, transaction, kept, places, user },
      ...{ requireSwitch, caller: current, callerAs: currentAs },
      warn: (warning) => {
        const report = { severity: 'WARNING' as const, ...warning };
        const least = settings.get('client_min_messages')?.toUpperCase();
        if (least === 'ERROR' || (least === 'WARNING' && report.severity === 'NOTICE')) return;
        outbox.push(serverMessages.report(report));
      },
    };
    const origin = { processId, user, database, clientAddress: address.host, clientPort: address.port };
    this.#activity = new SessionActivity(origin, transaction);
    queue.left.addEventListener('abort', () => this.#running?.abort(queue.left.reason), { once: true });
  }

  /** Serves until the client leaves. @throws WireFailure, which is fatal; ClientLeft */
  async serve(): Promise<void> {
    const { outbox, settings } = this.#context;
    try {
      outbox.push(serverMessages.authenticated);
      for (const [name, value] of settings.reported()) outbox.push(serverMessages.parameterStatus(name, value));
      outbox.push(serverMessages.backendKey(this.#place.processId, this.#place.secret));
      this.#ready();
      for (;;) {
        const message = await this.#next();
        if (!message || message.type === 'X') return;
        await this.#take(message);
        await outbox.room(this.#ended);
      }
    } finally {
      this.#close();
    }
  }

  #next(): Promise<ClientMessage | undefined> {
    const { queue } = this.#input;
    const { settings, transaction, portals } = this.#context;
    portals.rest();
    if (transaction.status === 'I') return queue.next();
    const stop = boundIdleTransaction(settings, (failure) => queue.interrupt(failure));
    return queue.next().finally(stop);
  }

  async #take({ type, body }: ClientMessage): Promise<void> {
    const { outbox } = this.#context;
    if (type === 'S') return this.#sync();
    if (this.#isSkipping) return;
    switch (type) {
      case 'H':
        outbox.flush();
        return;
      case 'Q':
        await this.#query(body);
        return this.#ready();
      case 'F':
        this.#report(new WireFailure('0A000', 'function calls of the protocol are not supported'));
        return this.#ready();
      case 'p':
        throw new WireFailure('08P01', 'invalid frontend message type 112', { isFatal: true });
    }
    if (!extended.has(type)) return; // data of a COPY that was refused
    try {
      await this.#extended(type, body);
    } catch (error) {
      this.#report(error);
      this.#isSkipping = true;
    }
  }

  async #query(body: Buffer): Promise<void> {
    try {
      const text = readQuery(body);
      const at = (start: number) => (this.#failedAt = { text, start });
      await this.#work(text, (running) => answerQuery(text, running, at, this.#context));
    } catch (error) {
      this.#report(error);
    }
    this.#failedAt = undefined;
    const { transaction, portals } = this.#context;
    if (transaction.status === 'I') portals.removeWhere(({ input }) => input.cursor?.isHeld !== true);
  }

  #extended(type: string, body: Buffer): Promise<void> | void {
    const context = this.#context;
    switch (type) {
      case 'P': {
        const message = readParse(body);
        return this.#timed(message.text, (signal) => answerParse(message, signal, context));
      }
      case 'B':
        return answerBind(body, context);
      case 'D':
        return answerDescribe(readNamed(body), context);
      case 'C':
        return answerClose(readNamed(body), context);
      default: {
        const message = readExecute(body);
        const text = context.portals.find(message.portal)?.input.text;
        return this.#timed(text, (signal) => answerExecute(message, signal, context));
      }
    }
  }

  /** Works on one message of an extended query. */
  #timed(text: string | undefined, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.#work(text, (running) => withinTimeout(this.#context.settings, running, () => work(running.signal)));
  }

  /** Runs a part of a statement, which may be cancelled. */
  async #work(text: string | undefined, work: (running: AbortController) => Promise<void>): Promise<void> {
    const { ending } = this.#services;
    const { left } = this.#input.queue;
    const running = new AbortController();
    this.#running = running;
    this.#count += 1;
    this.#activity.began(text);
    ending.began(this);
    try {
      if (left.aborted) throw left.reason;
      await withinRequest(this.#requestId(), () => work(running));
    } catch (error) {
      // Errors of a statement that was ended are those of its end.
      throw running.signal.aborted ? running.signal.reason : error;
    } finally {
      this.#running = undefined;
      this.#activity.ended();
      ending.ended(this);
    }
  }

  #sync(): void {
    this.#isSkipping = false;
    const { transaction, portals } = this.#context;
    if (transaction.status === 'I') {
      portals.removeWhere(({ input }) => input.name !== '' && input.cursor?.isHeld !== true);
    }
    this.#ready();
  }

  #ready(): void {
    const { outbox, settings, transaction } = this.#context;
    for (const [name, value] of settings.takeChanged()) outbox.push(serverMessages.parameterStatus(name, value));
    outbox.push(serverMessages.ready(transaction.status));
    outbox.flush();
  }

  /** @throws the error itself where it ends the session */
  #report(error: unknown): void {
    const { outbox, transaction, wire } = this.#context;
    const { left } = this.#input.queue;
    const place = this.#failedAt;
    this.#failedAt = undefined;
    if (left.aborted) throw left.reason;
    if (error instanceof WireFailure && error.isFatal) throw error;
    transaction.fail();
    if (isFault(error)) this.#services.log.error({ err: error, session: this.#input.id }, 'a statement failed');
    outbox.push(serverMessages.report(failureFields(error, wire, place)));
    outbox.flush();
  }

  #close(): void {
    const { portals, prepared, kept } = this.#context;
    portals.removeWhere(() => true);
    prepared.clear();
    kept.close();
    this.#place.leave();
  }

  #requestId(): string {
    return `${this.#input.id}-${this.#count}`;
  }

  #shown(): WireActivity {
    return this.#activity.shown(this.#context.settings.get('application_name') ?? '');
  }
}
