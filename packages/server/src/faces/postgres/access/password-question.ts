import type { MessageQueue } from '../protocol/message-queue.ts';
import type { WireOutbox } from '../protocol/outbox.ts';
import { brokenProtocol } from '../protocol/wire-failure.ts';

/** The exchange of messages while the caller is not known. */
export class PasswordQuestion {
  readonly #queue: MessageQueue;
  readonly #outbox: WireOutbox;

  constructor(queue: MessageQueue, outbox: WireOutbox) {
    this.#queue = queue;
    this.#outbox = outbox;
  }

  /** Sends a question. @returns the body of the answer; undefined when the client left @throws WireFailure */
  async ask(question: Buffer): Promise<Buffer | undefined> {
    this.#outbox.push(question);
    this.#outbox.flush();
    const message = await this.#queue.next();
    if (!message || message.type === 'X') return undefined;
    if (message.type === 'p') return message.body;
    throw brokenProtocol(`expected password response, got message type ${message.type.charCodeAt(0)}`);
  }

  /** Sends a message that needs no answer, with the next ones. */
  say(message: Buffer): void {
    this.#outbox.push(message);
  }
}
