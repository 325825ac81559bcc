import { element } from '../../markup/index.ts';
import { type Skill, SkillMenu } from './skill-menu.ts';

export interface ComposerInput {
  readonly skills: readonly Skill[];
  readonly onAsk: (input: string) => void;
  readonly onStop: () => void;
  readonly say: (text: string) => void;
}

/** The longest question that the server takes. */
const longest = 32_000;

const texts = {
  label: 'Question',
  ask: 'Ask a question about your data',
  askOrSkill: 'Ask a question. Type / for skills.',
  send: 'Ask',
  queue: 'Ask next',
  stop: 'Stop',
} as const;

/**
 * The field that questions are written in. Enter asks; Shift and Enter begin a line. While an answer is given, a question is
 * for later, and the button stops the answer where there is none.
 */
export class Composer {
  readonly root: HTMLElement;
  readonly menu: SkillMenu;
  readonly #field: HTMLTextAreaElement;
  readonly #button: HTMLButtonElement;
  readonly #input: ComposerInput;
  #isAnswering = false;

  constructor(input: ComposerInput) {
    this.#input = input;
    const { skills, say } = input;
    const placeholder = skills.length > 0 ? texts.askOrSkill : texts.ask;
    this.#field = element('textarea', { rows: 1, maxLength: longest, placeholder });
    this.#field.ariaLabel = texts.label;
    this.#button = element('button', { type: 'submit', textContent: texts.send });
    this.menu = new SkillMenu({ field: this.#field, skills, say });
    const form = element('form', { className: 'composer' }, this.menu.root, this.#field, this.#button);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#act();
    });
    this.#field.addEventListener('input', () => this.#fit());
    this.#field.addEventListener('keydown', (event) => {
      if (this.menu.take(event)) return event.preventDefault();
      // While a word is being composed, Enter ends the word.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#ask();
    });
    this.root = form;
    this.#fit();
  }

  set isAnswering(isAnswering: boolean) {
    this.#isAnswering = isAnswering;
    this.#fit();
  }

  /** Puts unsent questions back into the input, before the text that the user is writing. */
  giveBack(questions: readonly string[]): void {
    if (questions.length === 0) return;
    const { value } = this.#field;
    this.#field.value = [...questions, ...(value === '' ? [] : [value])].join('\n').slice(0, longest);
    this.#fit();
  }

  focus(): void {
    this.#field.focus({ preventScroll: true });
  }

  #act(): void {
    if (this.#stops) return this.#input.onStop();
    this.#ask();
  }

  /** Whether the button stops the answer that is given. */
  get #stops(): boolean {
    return this.#isAnswering && this.#field.value.trim() === '';
  }

  #ask(): void {
    const text = this.#field.value.trim();
    if (text === '') return;
    this.#field.value = '';
    this.menu.close();
    this.#fit();
    this.#input.onAsk(text);
  }

  /** Grows with its text, up to a bound of the style sheet. */
  #fit(): void {
    this.#field.style.height = '';
    const { scrollHeight, clientHeight } = this.#field;
    if (scrollHeight > clientHeight) this.#field.style.height = `${scrollHeight}px`;
    this.#button.textContent = this.#stops ? texts.stop : this.#isAnswering ? texts.queue : texts.send;
    this.#button.classList.toggle('stop', this.#stops);
    this.#button.disabled = !this.#isAnswering && this.#field.value.trim() === '';
  }
}
