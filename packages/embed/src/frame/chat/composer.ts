import { element } from '../elements.ts';
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
  stop: 'Stop',
} as const;

/** The field that questions are written in. Enter asks; Shift and Enter begin a line. */
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
      if (!this.#isAnswering) this.#act();
    });
    this.root = form;
    this.#fit();
  }

  set isAnswering(isAnswering: boolean) {
    this.#isAnswering = isAnswering;
    this.#button.textContent = isAnswering ? texts.stop : texts.send;
    this.#button.classList.toggle('stop', isAnswering);
    this.#fit();
  }

  focus(): void {
    this.#field.focus({ preventScroll: true });
  }

  #act(): void {
    if (this.#isAnswering) return this.#input.onStop();
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
    this.#button.disabled = !this.#isAnswering && this.#field.value.trim() === '';
  }
}
