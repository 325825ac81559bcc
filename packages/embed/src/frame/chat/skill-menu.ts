import { element } from '../../markup/index.ts';

/** A skill as people choose it. */
export interface Skill {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

const mostShown = 8;
const texts = {
  label: 'Skills',
  found: (count: number) => (count === 1 ? '1 skill' : `${count} skills`),
} as const;

export interface SkillMenuInput {
  readonly field: HTMLTextAreaElement;
  readonly skills: readonly Skill[];
  /** Announces a text to screen readers. */
  readonly say: (text: string) => void;
}

/**
 * The skills that a slash at the beginning of the field opens. Choosing one writes its token into the field, and sends
 * nothing.
 */
export class SkillMenu {
  readonly root = element('ul', { className: 'skill-menu', id: 'orrery-skills', hidden: true });
  readonly #input: SkillMenuInput;
  #found: readonly Skill[] = [];
  #at = 0;

  constructor(input: SkillMenuInput) {
    this.#input = input;
    this.root.role = 'listbox';
    this.root.ariaLabel = texts.label;
    const { field } = input;
    field.setAttribute('aria-controls', this.root.id);
    field.addEventListener('input', () => this.#look());
    field.addEventListener('blur', () => this.close());
    // A click on a skill does not take the focus from the field.
    this.root.addEventListener('pointerdown', (event) => event.preventDefault());
  }

  /** @returns whether the menu took the key */
  take({ key }: Pick<KeyboardEvent, 'key'>): boolean {
    if (this.root.hidden) return false;
    if (key === 'Escape') this.close();
    else if (key === 'ArrowDown' || key === 'ArrowUp') this.#move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter' || key === 'Tab') this.#choose(this.#found[this.#at]);
    else return false;
    return true;
  }

  close(): void {
    this.root.hidden = true;
    this.#input.field.removeAttribute('aria-activedescendant');
  }

  /** Writes the token of a skill into the field. */
  insert({ name }: Skill): void {
    const { field } = this.#input;
    const rest = field.value.replace(/^\/\S*\s*/, '');
    field.value = `/${name} ${rest}`;
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    this.close();
  }

  #look(): void {
    const { field, skills, say } = this.#input;
    const typed = /^\/(\S*)$/.exec(field.value)?.[1]?.toLowerCase();
    const fits = ({ name, title }: Skill) => [name, title].some((each) => each.toLowerCase().includes(typed ?? ''));
    this.#found = typed === undefined ? [] : skills.filter(fits).slice(0, mostShown);
    if (this.#found.length === 0) return this.close();
    this.root.replaceChildren(...this.#found.map((skill, index) => this.#item(skill, index)));
    if (this.root.hidden) say(texts.found(this.#found.length));
    this.root.hidden = false;
    this.#mark(0);
  }

  #item(skill: Skill, index: number): HTMLElement {
    const name = element('strong', {}, `/${skill.name}`);
    const item = element(
      'li',
      { id: `orrery-skill-${index}` },
      name,
      ' ',
      element('small', {}, skill.description || skill.title),
    );
    item.role = 'option';
    item.addEventListener('click', () => this.#choose(skill));
    return item;
  }

  #move(step: number): void {
    this.#mark((this.#at + step + this.#found.length) % this.#found.length);
  }

  #mark(at: number): void {
    this.#at = at;
    [...this.root.children].forEach((item, index) => {
      item.ariaSelected = String(index === at);
      if (index === at && item instanceof HTMLElement) this.#reveal(item);
    });
    this.#input.field.setAttribute('aria-activedescendant', `orrery-skill-${at}`);
  }

  /** Scrolls the menu alone: `scrollIntoView` would scroll the page around the frame too. */
  #reveal({ offsetTop, offsetHeight }: HTMLElement): void {
    const { scrollTop, clientHeight } = this.root;
    if (offsetTop < scrollTop) this.root.scrollTop = offsetTop;
    else if (offsetTop + offsetHeight > scrollTop + clientHeight)
      this.root.scrollTop = offsetTop + offsetHeight - clientHeight;
  }

  #choose(skill: Skill | undefined): void {
    if (skill) this.insert(skill);
  }
}
