import { element } from '../../markup/index.ts';

const texts = {
  title: 'Asked next',
  remove: 'Remove',
  removed: (question: string) => `Remove: ${question}`,
  enough: 'No more questions wait. Ask this one when the first of them is answered.',
} as const;

/** More would be a script and not a person. */
const mostWaiting = 10;

interface WaitingQuestion {
  readonly text: string;
  readonly item: HTMLElement;
}

/** Questions that wait for the answer before them; the server answers one at a time in a chat. */
export class WaitingQuestions {
  readonly root = element('ol', { className: 'waiting', hidden: true });
  readonly #questions: WaitingQuestion[] = [];
  readonly #enough = element('li', { className: 'error' }, texts.enough);

  constructor() {
    this.root.ariaLabel = texts.title;
    this.#enough.role = 'alert';
  }

  /** @returns whether there is room for the question */
  add(text: string): boolean {
    if (this.#questions.length >= mostWaiting) {
      this.root.append(this.#enough);
      return false;
    }
    const remove = element('button', { type: 'button', className: 'quiet', textContent: texts.remove });
    remove.ariaLabel = texts.removed(text);
    const question = { text, item: element('li', {}, element('span', {}, text), remove) };
    remove.addEventListener('click', () => this.#drop(question));
    this.#questions.push(question);
    this.root.append(question.item);
    this.root.hidden = false;
    return true;
  }

  /** Takes the first one, if there is any. */
  next(): string | undefined {
    const [first] = this.#questions;
    if (first) this.#drop(first);
    return first?.text;
  }

  /** Takes all of them. */
  takeAll(): readonly string[] {
    const all = [...this.#questions];
    for (const question of all) this.#drop(question);
    return all.map(({ text }) => text);
  }

  #drop(question: WaitingQuestion): void {
    const index = this.#questions.indexOf(question);
    if (index >= 0) this.#questions.splice(index, 1);
    question.item.remove();
    this.#enough.remove();
    this.root.hidden = this.#questions.length === 0;
  }
}
