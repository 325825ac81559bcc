import { entryOf, operatorWords } from '@orrery/charts';
import { isWithoutValue } from '../../answer/index.ts';
import type { FilterValue } from '../../protocol/index.ts';
import { element } from '../../markup/index.ts';
import { type Choice, choiceList, type Suggestions } from './choice-list.ts';
import { type Control, type ControlState, isNoFilter, noFilter, noGrain, textOf } from '../../view/index.ts';

export interface ControlInput {
  readonly control: Control;
  readonly state: ControlState;
  /** Values of the filter's member that contain the text. */
  readonly suggest: (search: string) => Promise<Suggestions>;
  /** Called after the viewer has changed the control. */
  readonly onChange: () => void;
}

const grains = ['day', 'week', 'month', 'quarter', 'year'] as const;
const timed: Readonly<Record<string, string>> = { time: 'date', number: 'number' };
const texts = {
  asSaved: 'As published',
  everything: 'All',
  from: 'from',
  to: 'to',
} as const;

/** A control of the dashboard, made of the browser's own inputs. */
export class ControlTile {
  readonly root: HTMLElement;
  readonly #input: ControlInput;
  readonly #field: HTMLElement = element('div', { className: 'field' });
  readonly #label = element('span', { className: 'label' });
  readonly #name: string;
  readonly #clear: HTMLButtonElement;
  /** The value that the server filters by; `undefined` until the server has reported it. */
  #inEffect: FilterValue | undefined;

  constructor(input: ControlInput) {
    this.#input = input;
    const { control } = input;
    this.#name = textOf(control.config['title']) ?? control.member.slice(control.member.indexOf('.') + 1);
    this.#clear = this.#clearButton();
    this.root = element('section', { className: 'control' }, this.#label, this.#field);
    this.root.ariaLabel = this.#name;
    this.show();
  }

  /** Shows what is set now. */
  show(): void {
    const { control } = this.#input;
    const operator = this.#current()?.operator ?? this.#operator;
    this.#label.textContent = `${this.#name} ${control.kind === 'filter' ? (entryOf<string>(operatorWords, operator) ?? operator) : ''}`;
    const inputs = control.kind === 'grain' ? [this.#grains()] : this.#filter();
    this.#field.replaceChildren(...inputs);
    if (control.visibility === 'visible') return;
    for (const each of this.#field.querySelectorAll<HTMLInputElement>('input, select, button')) each.disabled = true;
  }

  /** Shows the value that the charts are filtered by, where the viewer has not set another one. */
  tell(inEffect: FilterValue | undefined): void {
    const told = inEffect ?? noFilter;
    const isKnown = JSON.stringify(told) === JSON.stringify(this.#inEffect);
    this.#inEffect = told;
    const { control, state } = this.#input;
    if (!isKnown && control.kind === 'filter' && state.filter(control.id) === undefined) this.show();
  }

  get #operator(): string {
    return textOf(this.#input.control.config['operator']) ?? 'equals';
  }

  #grains(): HTMLElement {
    const { control, state, onChange } = this.#input;
    const { allowed, default: saved } = control.config;
    const offered: readonly string[] = Array.isArray(allowed) && allowed.length > 0 ? allowed.map(String) : grains;
    const select = element(
      'select',
      {},
      option(noGrain, texts.asSaved),
      ...offered.map((grain) => option(grain, grain)),
    );
    select.ariaLabel = this.#name;
    select.value = state.grain(control.id) ?? textOf(saved) ?? noGrain;
    select.addEventListener('change', () => {
      state.setGrain(control.id, select.value);
      onChange();
    });
    return select;
  }

  #filter(): readonly HTMLElement[] {
    const { control } = this.#input;
    if (isWithoutValue(this.#operator)) return [this.#switch()];
    if (this.#operator === 'between') return this.#between();
    const type = control.config['dimensionType'] ?? 'string';
    const isWhole = ['equals', 'not_equals'].includes(this.#operator) && type !== 'time';
    const isList = isWhole && type !== 'number' && control.visibility === 'visible';
    const field = isList ? this.#choices(type === 'string') : this.#single(isWhole);
    this.#clear.hidden = this.#values().length === 0;
    return control.visibility === 'visible' ? [field, this.#clear] : [field];
  }

  /** Texts may be one of several unless the dashboard says otherwise, numbers only if it does. */
  get #isMany(): boolean {
    const { multiple, dimensionType } = this.#input.control.config;
    return typeof multiple === 'boolean' ? multiple : dimensionType !== 'number';
  }

  #choices(isSearchable: boolean): HTMLElement {
    return choiceList({
      name: this.#name,
      isMany: this.#isMany,
      isSearchable,
      chosen: this.#values(),
      suggest: this.#input.suggest,
      onChoose: (chosen) => this.#setValues(chosen),
    });
  }

  #between(): readonly HTMLElement[] {
    const [from, to] = this.#values();
    const inputs = [this.#text(from, texts.from), this.#text(to, texts.to)];
    for (const input of inputs) {
      input.addEventListener('change', () => {
        const values = inputs.map(({ value }) => value);
        if (values.every((value) => value !== '')) this.#set({ operator: 'between', value: values });
        else if (values.every((value) => value === '')) this.#set(noFilter);
      });
    }
    return inputs;
  }

  /** One value; or numbers with commas between them, and the values of a control that is locked. */
  #single(isWhole: boolean): HTMLElement {
    const values = this.#values();
    const isMany = isWhole && this.#isMany;
    const input = this.#text(values.join(', '), this.#name, isMany ? 'text' : undefined);
    input.addEventListener('change', () => {
      const given = (isMany ? input.value.split(',') : [input.value]).map((value) => value.trim());
      this.#setValues(given.filter((value) => value !== ''));
    });
    return input;
  }

  /**
   * The value that the viewer has set, else the one that the server filters by, else the one that the dashboard was
   * saved with.
   */
  #current(): FilterValue | undefined {
    const { control, state } = this.#input;
    const set = state.filter(control.id);
    if (set) return { operator: 'equals', ...set };
    if (this.#inEffect || textOf(control.config['userAttributeDefault']) !== undefined) return this.#inEffect;
    return { value: [control.config['value']].flat().filter(isChoice) };
  }

  #values(): readonly Choice[] {
    const value = this.#current()?.value ?? [];
    return Array.isArray(value) ? value : [value as Choice]; // one of them, when it is no list
  }

  #text(value: Choice | undefined, label: string, type?: string): HTMLInputElement {
    const { dimensionType } = this.#input.control.config;
    const given = type ?? timed[String(dimensionType)] ?? 'text';
    const input = element('input', { type: given, value: String(value ?? ''), placeholder: texts.everything });
    input.ariaLabel = label === this.#name ? label : `${this.#name} ${label}`;
    return input;
  }

  #setValues(value: readonly Choice[]): void {
    this.#set(value.length === 0 ? noFilter : { operator: this.#operator, value });
  }

  #switch(): HTMLElement {
    const { control, state } = this.#input;
    const set = state.filter(control.id);
    const input = element('input', { type: 'checkbox', checked: !set || !isNoFilter(set) });
    input.ariaLabel = this.#name;
    input.addEventListener('change', () => this.#set(input.checked ? { operator: this.#operator } : noFilter));
    return input;
  }

  #clearButton(): HTMLButtonElement {
    const button = element('button', { type: 'button', className: 'quiet', textContent: '×' });
    button.ariaLabel = `${texts.everything}: ${this.#name}`;
    button.addEventListener('click', () => {
      this.#set(noFilter);
      this.show();
      this.#field.querySelector<HTMLElement>('summary, input')?.focus();
    });
    return button;
  }

  #set(value: FilterValue): void {
    const { control, state, onChange } = this.#input;
    state.setFilter(control.id, value);
    this.#clear.hidden = isNoFilter(value);
    onChange();
  }
}

function option(value: string, text: string): HTMLOptionElement {
  return element('option', { value, textContent: text });
}

function isChoice(value: unknown): value is Choice {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
