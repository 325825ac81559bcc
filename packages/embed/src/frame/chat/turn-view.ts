import type { ChatMessage, TextMessage } from '@orrery/client/chat';
import type { BodyLook } from '../../body/index.ts';
import { element, markdown } from '../../markup/index.ts';
import { choicesOf } from './choices.ts';
import { receiptView } from './receipt-view.ts';
import { ResultView } from './result-view.ts';
import { StepView } from './step-view.ts';

export interface TurnState {
  readonly messages: readonly ChatMessage[];
  /** Whether more of the answer may come. */
  readonly isAnswering: boolean;
  /** Whether nothing follows in the chat, so that its choices may be taken. */
  readonly isLast: boolean;
  readonly look: BodyLook;
  readonly receipt: unknown;
}

const texts = {
  you: 'You',
  agent: 'Answer',
  thinking: 'Working on it',
  stopped: 'Stopped.',
  choices: 'Choose one, or ask in other words',
} as const;

/** A question and what was answered. Texts of models and data never become markup, and no link in them leads anywhere. */
export class TurnView {
  readonly root: HTMLElement;
  readonly #onChoice: (choice: string) => void;
  readonly #question = element('div', { className: 'question' });
  readonly #steps = element('div', { className: 'steps' });
  readonly #said = element('div', { className: 'said' });
  readonly #results = element('div', { className: 'results' });
  readonly #answer = element('div', { className: 'answer' });
  readonly #choices = element('div', { className: 'chat-choices' });
  readonly #end = element('div');
  #ending: readonly unknown[] = [];
  readonly #stepViews = new Map<string, StepView>();
  readonly #resultViews = new Map<string, ResultView>();
  #shown: string | undefined;
  #offered = '';

  constructor(question: string, onChoice: (choice: string) => void) {
    this.#onChoice = onChoice;
    this.#question.append(element('span', { className: 'unseen' }, texts.you), element('p', {}, question));
    const body = [this.#steps, this.#said, this.#results, this.#answer, this.#choices, this.#end];
    const answer = element('article', { className: 'reply' }, ...body);
    answer.ariaLabel = texts.agent;
    this.root = element('section', { className: 'turn' }, this.#question, answer);
  }

  /** The answer as plain text, for screen readers. */
  get words(): string {
    return `${this.#answer.textContent} ${this.#choices.textContent}`.trim();
  }

  update({ messages, isAnswering, isLast, look, receipt }: TurnState): void {
    const final = messages.findLast((message): message is TextMessage => message.kind === 'final');
    const hasTable = final !== undefined && /^\s*\|?[\s:|-]*-{3,}[\s:|-]*\|/m.test(final.content);
    for (const message of messages) {
      if (message.kind !== 'tool') continue;
      const step = this.#stepViews.get(message.id) ?? this.#addStep(message.id);
      const result = step.update(message);
      if (!result) continue;
      const view = this.#resultViews.get(message.id) ?? this.#addResult(message.id, result);
      view.root.hidden = !view.isChart && (final === undefined || hasTable || result.data.length <= 1);
      if (!view.root.hidden) void view.show(look);
    }
    const choice = isLast && !isAnswering ? choicesOf(messages) : undefined;
    this.#writeTexts(messages, choice?.text ?? final?.content, isAnswering);
    this.#offer(choice?.choices ?? []);
    this.#finish(receipt, !isAnswering && final === undefined && messages.length > 0, { isAnswering, look });
  }

  /** Says what went wrong, and what can be done. */
  fail(text: string, actions: readonly HTMLElement[]): void {
    const said = element('p', { className: 'error' }, text);
    said.role = 'alert';
    this.#end.replaceChildren(said, ...actions);
    this.#ending = ['failed'];
  }

  destroy(): void {
    for (const view of this.#resultViews.values()) view.destroy();
    this.root.remove();
  }

  /** Shows the elements below an answer. A failure stays visible until the question is sent again. */
  #finish(receipt: unknown, isStopped: boolean, { isAnswering, look }: Pick<TurnState, 'isAnswering' | 'look'>): void {
    const ending = [receipt, isStopped, isAnswering];
    const isFailed = this.#ending[0] === 'failed' && !isAnswering;
    if (isFailed || ending.every((each, index) => each === this.#ending[index])) return;
    this.#ending = ending;
    const details = receipt === undefined ? undefined : receiptView(receipt, look.locale);
    const stopped = isStopped ? [element('p', { className: 'notice' }, texts.stopped)] : [];
    this.#end.replaceChildren(...stopped, ...(details ? [details] : []));
  }

  /** Writes the texts of the steps, without the answer at the end, and the answer. */
  #writeTexts(messages: readonly ChatMessage[], answer: string | undefined, isAnswering: boolean): void {
    const spoken = messages
      .flatMap((message) => (message.kind === 'text' ? [message.content] : []))
      .join('\n\n')
      .trimEnd();
    const final = messages.findLast(({ kind }) => kind === 'final');
    const end = final?.kind === 'final' ? final.content.trimEnd() : '';
    const before = end !== '' && spoken.endsWith(end) ? spoken.slice(0, -end.length) : spoken;
    const isSilent =
      isAnswering && answer === undefined && spoken === '' && !messages.some(({ isInProcess }) => isInProcess);
    const state = JSON.stringify([before, answer, isSilent]);
    if (state === this.#shown) return;
    this.#shown = state;
    this.#said.replaceChildren(markdown(before, { links: 'shown', keepsLines: true }));
    this.#said.classList.toggle('quieter', answer !== undefined);
    const working = isSilent ? [element('p', { className: 'working' }, texts.thinking)] : [];
    this.#answer.replaceChildren(markdown(answer ?? '', { links: 'shown', keepsLines: true }), ...working);
  }

  #offer(choices: readonly string[]): void {
    if (this.#offered === choices.join('\n')) return;
    this.#offered = choices.join('\n');
    const buttons = choices.map((choice) => {
      const button = element('button', { type: 'button', textContent: choice });
      button.addEventListener('click', () => this.#onChoice(choice));
      return button;
    });
    const list = element('div', { className: 'buttons' }, ...buttons);
    list.role = 'group';
    list.ariaLabel = texts.choices;
    this.#choices.replaceChildren(...(choices.length === 0 ? [] : [list]));
  }

  #addStep(id: string): StepView {
    const step = new StepView();
    this.#stepViews.set(id, step);
    this.#steps.append(step.root);
    return step;
  }

  #addResult(id: string, result: ConstructorParameters<typeof ResultView>[0]): ResultView {
    const view = new ResultView(result);
    this.#resultViews.set(id, view);
    this.#results.append(view.root);
    return view;
  }
}
