import { operatorText } from '@orrery/charts';
import { valuesIn } from '../../answer/index.ts';
import type { FilterValue } from '../../protocol/index.ts';
import { element } from '../../markup/index.ts';
import {
  type Control,
  type ControlsInEffect,
  type ControlState,
  controlTexts,
  type FilterField,
  fieldOf,
  fieldTexts as texts,
  filterOf,
  grainsOf,
  inputOf,
  isNoFilter,
  nameOfControl,
  noFilter,
  noGrain,
  operatorOf,
  textOfValue,
  typedValues,
  valueOf,
} from '../../view/index.ts';
import { choiceList, type Suggestions } from './choice-list.ts';

export interface ControlInput {
  readonly control: Control;
  readonly state: ControlState;
  /** Values of the filter's member that contain the text. */
  readonly suggest: (search: string) => Promise<Suggestions>;
  /** Called after the viewer has changed the control. */
  readonly onChange: () => void;
}

const sides = [texts.from, texts.to] as const;

/** A control of the dashboard, made of the browser's own inputs. */
export class ControlTile {
  readonly root: HTMLElement;
  readonly #input: ControlInput;
  readonly #field: HTMLElement = element('div', { className: 'field' });
  readonly #label = element('span', { className: 'label' });
  readonly #name: string;
  readonly #clear: HTMLButtonElement;
  /** `undefined` until the server sends them. */
  #inEffect: ControlsInEffect | undefined;

  constructor(input: ControlInput) {
    this.#input = input;
    this.#name = nameOfControl(input.control);
    this.#clear = this.#clearButton();
    this.root = element('section', { className: 'control' }, this.#label, this.#field);
    this.root.ariaLabel = this.#name;
    this.show();
  }

  /** Shows the current value. */
  show(): void {
    const { control, state } = this.#input;
    const isFilter = control.kind === 'filter';
    const now = valueOf(control, state.filter(control.id), this.#inEffect);
    const operator = now.operator ?? operatorOf(control);
    this.#label.textContent = isFilter
      ? `${this.#name} ${operatorText(operator)}`
      : controlTexts.granularity(this.#name);
    this.#field.replaceChildren(...(isFilter ? this.#filter(now, operator) : [this.#grains()]));
    if (control.visibility === 'visible') return;
    for (const each of this.#field.querySelectorAll<HTMLInputElement>('input, select, button')) each.disabled = true;
  }

  /** Shows the value in effect, if the viewer has set no other one. */
  tell(inEffect: ControlsInEffect): void {
    const { control, state } = this.#input;
    const [before, now] = [this.#inEffect, inEffect].map((each) => JSON.stringify(valueOf(control, undefined, each)));
    this.#inEffect = inEffect;
    if (before !== now && control.kind === 'filter' && state.filter(control.id) === undefined) this.show();
  }

  #grains(): HTMLElement {
    const { control, state, onChange } = this.#input;
    const { offered, chosen } = grainsOf(control, state.grain(control.id));
    const options = offered.map((grain) => option(grain, grain));
    const select = element('select', {}, option(noGrain, texts.asPublished), ...options);
    select.ariaLabel = this.#name;
    select.value = chosen;
    select.addEventListener('change', () => {
      state.setGrain(control.id, select.value);
      onChange();
    });
    return select;
  }

  #filter(now: FilterValue, operator: string): readonly HTMLElement[] {
    const { control, suggest } = this.#input;
    const isOpen = control.visibility === 'visible';
    const field = fieldOf(control, operator);
    const values = valuesIn(now.value);
    const { kind, isMany, isSearchable } = field;
    const set = (chosen: typeof values) => this.#set(filterOf(operator, chosen));
    if (kind === 'switch') return [this.#switch(operator, textOfValue(now) !== undefined)];
    if (kind === 'between') return this.#between(field, values.map(String), set);
    this.#clear.hidden = values.length === 0;
    const only =
      kind === 'list' && isOpen
        ? choiceList({ name: this.#name, isMany, isSearchable, chosen: values, suggest, onChoose: set })
        : this.#typed(field, values.map(String), set);
    return isOpen ? [only, this.#clear] : [only];
  }

  #between(field: FilterField, given: readonly string[], set: (values: readonly string[]) => void) {
    const inputs = sides.map((side, index) => this.#text(field, given[index] ?? '', `${this.#name} ${side}`));
    const shown = inputs.map(({ value }) => value);
    for (const input of inputs) {
      input.addEventListener('change', () => {
        // An end that stays keeps the time of its day.
        const values = inputs.map(({ value }, index) => (value === shown[index] ? (given[index] ?? '') : value));
        if (values.every((value) => value !== '')) set(values);
        else if (values.every((value) => value === '')) set([]);
      });
    }
    return inputs;
  }

  /** Makes an input for one value, for several with commas between them, or for the values of a locked control. */
  #typed(field: FilterField, given: readonly string[], set: (values: readonly string[]) => void): HTMLElement {
    const type = field.isMany && field.type === 'number' ? 'text' : field.type;
    const input = this.#text({ ...field, type }, given.join(', '), this.#name);
    input.addEventListener('change', () => set(typedValues(input.value, field.isMany)));
    return input;
  }

  #text(field: FilterField, given: string, label: string): HTMLInputElement {
    const { type, text } = inputOf(field.type, given);
    const input = element('input', { type, value: text, placeholder: controlTexts.all });
    input.ariaLabel = label;
    return input;
  }

  #switch(operator: string, checked: boolean): HTMLElement {
    const input = element('input', { type: 'checkbox', checked });
    input.ariaLabel = this.#name;
    input.addEventListener('change', () => this.#set(input.checked ? { operator } : noFilter));
    return input;
  }

  #clearButton(): HTMLButtonElement {
    const button = element('button', { type: 'button', className: 'quiet', textContent: '×' });
    button.ariaLabel = texts.clear(this.#name);
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
