import type { FilterValue } from '../../protocol/index.ts';
import { element } from '../elements.ts';
import { cleared, type Control, type ControlState } from './control-state.ts';
import { textOf } from './dashboard.ts';

export interface ControlInput {
  readonly control: Control;
  readonly state: ControlState;
  /** Values of the filter's member that contain the text. */
  readonly suggest: (search: string) => Promise<readonly unknown[]>;
  /** Called after the viewer has changed the control. */
  readonly onChange: () => void;
}

const grains = ['day', 'week', 'month', 'quarter', 'year'] as const;
const timed: Readonly<Record<string, string>> = { time: 'date', number: 'number' };
const withoutValue: readonly string[] = ['is_null', 'is_not_null'];
const texts = {
  asSaved: 'As published',
  everything: 'All',
  operators: {
    equals: 'is',
    not_equals: 'is not',
    contains: 'contains',
    not_contains: 'does not contain',
    starts_with: 'starts with',
    not_starts_with: 'does not start with',
    ends_with: 'ends with',
    not_ends_with: 'does not end with',
    greater_than: 'greater than',
    greater_than_or_equal: 'at least',
    less_than: 'less than',
    less_than_or_equal: 'at most',
    between: 'between',
    is_null: 'is empty',
    is_not_null: 'is not empty',
  } as Readonly<Record<string, string>>,
  from: 'from',
  to: 'to',
} as const;

/** A control of the dashboard, made of the browser's own inputs. */
export class ControlTile {
  readonly root: HTMLElement;
  readonly #input: ControlInput;
  readonly #field: HTMLElement = element('div', { className: 'field' });
  readonly #name: string;

  constructor(input: ControlInput) {
    this.#input = input;
    const { control } = input;
    this.#name = textOf(control.config['title']) ?? control.member.slice(control.member.indexOf('.') + 1);
    const operator = control.kind === 'filter' ? (texts.operators[this.#operator] ?? this.#operator) : '';
    const label = element('span', { className: 'label' }, this.#name, operator === '' ? '' : ` ${operator}`);
    this.root = element('section', { className: 'control' }, label, this.#field);
    this.root.ariaLabel = this.#name;
    this.show();
  }

  /** Shows what is set now. */
  show(): void {
    const { control } = this.#input;
    const inputs = control.kind === 'grain' ? [this.#grains()] : this.#filter();
    this.#field.replaceChildren(...inputs);
    if (control.visibility === 'visible') return;
    for (const each of this.#field.querySelectorAll<HTMLInputElement>('input, select, button')) each.disabled = true;
  }

  get #operator(): string {
    return textOf(this.#input.control.config['operator']) ?? 'equals';
  }

  #grains(): HTMLElement {
    const { control, state, onChange } = this.#input;
    const { allowed, default: saved } = control.config;
    const offered: readonly string[] = Array.isArray(allowed) && allowed.length > 0 ? allowed.map(String) : grains;
    const select = element('select', {}, option('', texts.asSaved), ...offered.map((grain) => option(grain, grain)));
    select.ariaLabel = this.#name;
    const set = state.grain(control.id) ?? textOf(saved);
    select.value = set === undefined || set === cleared ? '' : set;
    select.addEventListener('change', () => {
      state.setGrain(control.id, select.value === '' ? cleared : select.value);
      onChange();
    });
    return select;
  }

  #filter(): readonly HTMLElement[] {
    const { control } = this.#input;
    if (withoutValue.includes(this.#operator)) return [this.#switch()];
    if (this.#operator === 'between') {
      const [from, to] = this.#values();
      const inputs = [this.#text(from, texts.from), this.#text(to, texts.to)];
      for (const input of inputs) {
        input.addEventListener('change', () => {
          const values = inputs.map(({ value }) => value);
          if (values.every((value) => value !== '')) this.#set({ operator: 'between', value: values });
          else if (values.every((value) => value === '')) this.#set(undefined);
        });
      }
      return inputs;
    }
    const input = this.#text(this.#values().join(', '), this.#name);
    const isList = ['equals', 'not_equals'].includes(this.#operator) && control.config['dimensionType'] !== 'time';
    if (isList) input.setAttribute('list', this.#listId);
    input.addEventListener('change', () => this.#setText(input.value, isList));
    if (!isList) return [input, this.#clear()];
    const list = element('datalist', { id: this.#listId });
    const fill = async () => {
      const values = await this.#input.suggest(input.value.split(',').at(-1)?.trim() ?? '');
      list.replaceChildren(...values.map((value) => option(String(value), String(value))));
    };
    input.addEventListener('focus', fill, { once: true });
    input.addEventListener('input', fill);
    return [input, list, this.#clear()];
  }

  get #listId(): string {
    return `values-of-${this.#input.control.id}`;
  }

  /** The values that are set, or else those that the dashboard was saved with. */
  #values(): readonly string[] {
    const { control, state } = this.#input;
    const set = state.filter(control.id);
    if (set === cleared) return [];
    const value = set ? set.value : control.config['value'];
    return [value].flat().flatMap((one) => (one === undefined || one === null ? [] : [String(one)]));
  }

  #text(value: string | undefined, label: string): HTMLInputElement {
    const { config } = this.#input.control;
    const input = element('input', { type: timed[String(config['dimensionType'])] ?? 'text', value: value ?? '' });
    const hasAttribute = textOf(config['userAttributeDefault']) !== undefined;
    input.placeholder =
      hasAttribute && this.#input.state.filter(this.#input.control.id) === undefined ? '' : texts.everything;
    input.ariaLabel = label === this.#name ? label : `${this.#name} ${label}`;
    return input;
  }

  #setText(text: string, isList: boolean): void {
    const { config } = this.#input.control;
    const isMany = isList && config['multiple'] !== false && config['dimensionType'] !== 'number';
    const values = (isMany ? text.split(',') : [text]).map((value) => value.trim()).filter((value) => value !== '');
    this.#set(values.length === 0 ? undefined : { operator: this.#operator, value: values });
  }

  #switch(): HTMLElement {
    const { control, state } = this.#input;
    const input = element('input', { type: 'checkbox', checked: state.filter(control.id) !== cleared });
    input.ariaLabel = this.#name;
    input.addEventListener('change', () => this.#set(input.checked ? { operator: this.#operator } : undefined));
    return input;
  }

  #clear(): HTMLElement {
    const button = element('button', { type: 'button', className: 'quiet', textContent: '×' });
    button.ariaLabel = `${texts.everything}: ${this.#name}`;
    button.addEventListener('click', () => {
      this.#set(undefined);
      this.show();
    });
    return button;
  }

  #set(value: FilterValue | undefined): void {
    const { control, state, onChange } = this.#input;
    state.setFilter(control.id, value ?? cleared);
    onChange();
  }
}

function option(value: string, text: string): HTMLOptionElement {
  return element('option', { value, textContent: text });
}
