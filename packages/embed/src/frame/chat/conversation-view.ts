import { type ChatClient, type ChatMessage, type ChatRun, newMessageId, OrreryError } from '@orrery/client/chat';
import type { BodyLook } from '../../body/index.ts';
import { settingsOf } from '../../view/index.ts';
import { element } from '../../markup/index.ts';
import { choicesOf } from './choices.ts';
import { TurnView } from './turn-view.ts';

export interface ConversationInput {
  readonly client: ChatClient;
  readonly look: () => BodyLook;
  /** Announces a text to screen readers. */
  readonly say: (text: string) => void;
  /** An answer begins or ends. */
  readonly onAnswering: (isAnswering: boolean) => void;
  /** An answer is over. @param isAnswered whether it was given: not stopped, no failure, and no question back */
  readonly onOver: (isAnswered: boolean) => void;
  /** The chat has got its name, or is another one. */
  readonly onChat: (chatId: string | undefined) => void;
  /** Called when a request is refused; the page may need a new session. */
  readonly onRefused: (error: OrreryError) => void;
}

/** Pieces of an answer are shown together so often. */
const everyMs = 60;
/** Letters of an answer that are read out. */
const mostSpoken = 2_000;

const texts = {
  log: 'Conversation',
  answering: 'Working on it',
  again: 'Try again',
  failed: 'No answer:',
  interrupted: 'The answer was interrupted.',
} as const;

/** The questions and answers of one chat, and the answer that is being given. */
export class ConversationView {
  readonly root = element('div', { className: 'log', tabIndex: 0 });
  readonly #input: ConversationInput;
  readonly #turns = new Map<string, TurnView>();
  #past: readonly ChatMessage[] = [];
  /** The receipts of answers, by the id of the final record. */
  #receipts = new Map<string, unknown>();
  #run: ChatRun | undefined;
  #loop: AsyncIterator<unknown, undefined> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #chatId: string | undefined;

  constructor(input: ConversationInput) {
    this.#input = input;
    this.root.role = 'log';
    this.root.ariaLive = 'off'; // whole answers are read out, not each piece
    this.root.ariaLabel = texts.log;
  }

  get isAnswering(): boolean {
    return this.#run !== undefined;
  }

  get chatId(): string | undefined {
    return this.#chatId;
  }

  /** Whether there is nothing, and nothing on its way. */
  get isEmpty(): boolean {
    return this.#turns.size === 0 && this.#run === undefined;
  }

  /** Sends a question in this chat or a new one. @param messageId of a question that is sent again */
  async ask(input: string, messageId = newMessageId()): Promise<void> {
    const run = this.#input.client.ask({ input, messageId, chatId: this.#chatId, context: 'chat' });
    const question: ChatMessage = { kind: 'user', id: messageId, isInProcess: false, content: input };
    this.#past = [...this.#past.filter(({ id }) => id !== messageId), question];
    this.#input.say(texts.answering);
    await this.#follow(run, (error) => this.#failed(error, input, messageId));
  }

  /** Shows a chat, and joins the answer that it is giving. */
  async open(chatId: string): Promise<void> {
    this.clear();
    this.#chatId = chatId;
    this.#input.onChat(chatId);
    await this.#follow(this.#input.client.state(chatId), (error) => {
      const question = this.#past.findLast((message) => message.kind === 'user');
      if (error.status === 200 && question?.kind === 'user') return this.#failed(error, question.content, question.id);
      this.#input.onRefused(error);
      const again = this.#button(texts.again, () => this.open(chatId));
      const said = element('p', { className: 'error' }, error.message);
      said.role = 'alert';
      this.root.replaceChildren(said, again);
    });
  }

  /** Stops the answer. */
  stop(): void {
    this.#run?.abort().catch((error: unknown) => {
      if (error instanceof OrreryError) this.#input.say(error.message);
    });
  }

  /** Leaves the chat for a new one; an answer that is being given goes on at the server. */
  clear(): void {
    this.#leave();
    for (const turn of this.#turns.values()) turn.destroy();
    this.#turns.clear();
    this.root.replaceChildren();
    [this.#past, this.#chatId, this.#receipts] = [[], undefined, new Map()];
    this.#input.onChat(undefined);
  }

  redraw(): void {
    this.#show();
  }

  async #follow(run: ChatRun, onError: (error: OrreryError) => void): Promise<void> {
    this.#leave();
    this.#run = run;
    const loop = run[Symbol.asyncIterator]();
    this.#loop = loop;
    this.#show();
    this.#input.onAnswering(true);
    try {
      while (!(await loop.next()).done) {
        if (run.chatId !== this.#chatId) {
          this.#chatId = run.chatId;
          this.#input.onChat(run.chatId);
        }
        this.#timer ??= setTimeout(() => this.#show(), everyMs);
      }
      if (this.#run !== run) return;
      const state = settingsOf(await run.endState());
      const receipts = Array.isArray(state['receipts']) ? state['receipts'].map(settingsOf) : [];
      for (const receipt of receipts) this.#receipts.set(String(receipt['finalId']), receipt);
      this.#end(run);
      const answer = await run.finalAnswer(); // throws what a run says of its failure
      if (this.#loop === loop) this.#input.onOver(answer !== undefined && !this.#asksToChoose());
    } catch (error) {
      if (this.#loop !== loop) return;
      this.#end(run);
      if (!(error instanceof OrreryError)) throw error;
      onError(error);
      this.#input.onOver(false);
    }
  }

  /** Whether the last answer offers choices, which the next question would take away. */
  #asksToChoose(): boolean {
    return choicesOf(turnsOf(this.#past).at(-1)?.answer ?? []) !== undefined;
  }

  #failed(error: OrreryError, input: string, messageId: string): void {
    this.#input.onRefused(error);
    // A run that has failed is over under its id; a question that did not arrive keeps it, so that it is asked once.
    const isOver = error.status === 200;
    const again = this.#button(texts.again, () => {
      if (isOver) return this.ask(input);
      return this.ask(input, messageId);
    });
    const text = isOver ? failureIn(error.message) : error.message;
    this.#turns.get(messageId)?.fail(text || texts.interrupted, [again]);
  }

  #end(run: ChatRun): void {
    if (this.#run !== run) return;
    this.#past = this.#all();
    this.#run = undefined;
    this.#show();
    this.#input.onAnswering(false);
    const last = [...this.#turns.values()].at(-1);
    if (last && last.words !== '') this.#input.say(last.words.slice(0, mostSpoken));
  }

  #leave(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#loop?.return?.();
    this.#loop = undefined;
    if (!this.#run) return;
    this.#run = undefined;
    this.#input.onAnswering(false);
  }

  #all(): readonly ChatMessage[] {
    const now = this.#run?.messages() ?? [];
    const ids = new Set(now.map(({ id }) => id));
    return [...this.#past.filter(({ id }) => !ids.has(id)), ...now];
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const before = this.#turns.size;
    const turns = turnsOf(this.#all());
    for (const [index, { id, question, answer }] of turns.entries()) {
      const view = this.#turns.get(id) ?? this.#add(id, question);
      const isLast = index === turns.length - 1;
      const isAnswering = isLast && this.#run !== undefined;
      const final = answer.findLast(({ kind }) => kind === 'final');
      const receipt = final && this.#receipts.get(final.id);
      view.update({ messages: answer, isAnswering, isLast: isLast && !isAnswering, look: this.#input.look(), receipt });
    }
    // A question stands at the top, and what follows does not move it.
    if (this.#turns.size > before) this.#scrollTo([...this.#turns.values()].at(-1)?.root);
  }

  /** Scrolls the conversation alone: `scrollIntoView` would scroll the page around the frame too. */
  #scrollTo(turn: HTMLElement | undefined): void {
    if (turn) this.root.scrollTop += turn.getBoundingClientRect().top - this.root.getBoundingClientRect().top;
  }

  #add(id: string, question: string): TurnView {
    const view = new TurnView(question, (choice) => void this.ask(choice));
    this.#turns.set(id, view);
    this.root.append(view.root);
    return view;
  }

  #button(text: string, act: () => unknown): HTMLButtonElement {
    const made = element('button', { type: 'button', textContent: text });
    made.addEventListener('click', () => void act());
    return made;
  }
}

/** Returns the reason of a run's failure, without the class of the error. */
function failureIn(message: string): string {
  const [, kind, words = message] = /^(\w+)Error: ([\s\S]*)$/.exec(message) ?? [];
  return kind === 'Llm' ? `${texts.failed} ${words}` : words;
}

interface ShownTurn {
  readonly id: string;
  readonly question: string;
  readonly answer: readonly ChatMessage[];
}

function turnsOf(messages: readonly ChatMessage[]): readonly ShownTurn[] {
  const turns: { id: string; question: string; answer: ChatMessage[] }[] = [];
  for (const message of messages) {
    if (message.kind === 'user') turns.push({ id: message.id, question: message.content, answer: [] });
    else turns.at(-1)?.answer.push(message);
  }
  return turns;
}
