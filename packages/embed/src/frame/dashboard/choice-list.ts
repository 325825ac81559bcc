import { element } from '../../markup/index.ts';
import { controlTexts, fieldTexts as texts, type ControlValue as Choice, textOfValue } from '../../view/index.ts';

/** Values that a filter offers; `undefined` when they cannot be read. */
export type Suggestions = { readonly values: readonly Choice[]; readonly complete: boolean } | undefined;

export interface ChoiceListInput {
  /** Name of the filter. */
  readonly name: string;
  /** Whether several values can be chosen. */
  readonly isMany: boolean;
  /** Whether the values can be searched, as texts can. */
  readonly isSearchable: boolean;
  readonly chosen: readonly Choice[];
  /** Values that contain the text. */
  readonly suggest: (search: string) => Promise<Suggestions>;
  /** Called with all that is chosen; with an empty list when nothing is. */
  readonly onChoose: (chosen: readonly Choice[]) => void;
}

const searchAfterMs = 200;
/** Makes a list of values to tick, which opens below a line with those that are chosen. It is made of native inputs. */
export function choiceList(input: ChoiceListInput): HTMLDetailsElement {
  const { name, isMany, isSearchable, suggest, onChoose } = input;
  let chosen = input.chosen;
  let turn = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const named = element('span');
  const summary = element('summary', {}, named);
  const search = element('input', { type: 'search', placeholder: texts.search(name) });
  search.ariaLabel = texts.search(name);
  const legend = element('legend', { className: 'unseen' }, name);
  const fields = element('fieldset', {}, legend);
  const notice = element('p', { className: 'notice' });
  notice.role = 'status';
  // It takes the focus of clicks between its inputs, which would otherwise leave the list.
  const list = element('div', { className: 'list', tabIndex: -1 }, ...(isSearchable ? [search] : []), fields, notice);
  const root = element('details', { className: 'choices' }, summary, list);

  const summarise = () => {
    named.textContent = textOfValue({ value: chosen }) ?? controlTexts.all;
    summary.ariaLabel = `${name}: ${named.textContent}`;
  };
  const isChosen = (value: Choice) => chosen.some((one) => String(one) === String(value));
  const choose = (value: Choice, isOn: boolean) => {
    const others = isMany ? chosen.filter((one) => String(one) !== String(value)) : [];
    chosen = isOn ? [...others, value] : others;
    summarise();
    onChoose(chosen);
  };
  const row = (value: Choice) => {
    const box = element('input', { type: isMany ? 'checkbox' : 'radio', name: 'choice', checked: isChosen(value) });
    box.addEventListener('change', () => choose(value, box.checked));
    return element('label', {}, box, element('span', {}, String(value)));
  };
  const show = (values: readonly Choice[], text: string) => {
    const hasFocus = fields.contains(focusedBeside(fields));
    fields.replaceChildren(legend, ...values.map(row));
    if (hasFocus) list.focus();
    notice.textContent = text;
    makeRoom(root, list);
  };
  const fill = async () => {
    turn += 1;
    const own = turn;
    const sought = search.value.trim();
    if (fields.children.length === 1) notice.textContent = texts.looking;
    const found = await suggest(sought);
    if (own !== turn) return; // a later search is under way
    if (!found) return show(sought === '' ? chosen : [sought], texts.valuesFailed);
    const { values, complete } = found;
    const known = new Set(values.map(String));
    const missing = sought === '' ? chosen.filter((value) => !known.has(String(value))) : [];
    const more = isSearchable ? texts.moreValues : texts.moreInList;
    show([...missing, ...values], complete ? (values.length === 0 ? texts.noValues : '') : more);
  };
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(fill, searchAfterMs);
  });
  root.addEventListener('toggle', () => {
    makeRoom(root, list);
    if (!root.open) return;
    search.value = '';
    void fill();
  });
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !root.open) return;
    event.preventDefault();
    root.open = false;
    summary.focus();
  });
  const closeWithoutFocus = () => {
    if (!root.contains(focusedBeside(root))) root.open = false;
  };
  root.addEventListener('focusout', () => setTimeout(closeWithoutFocus)); // once it is known where the focus goes
  summarise();
  return root;
}

/** Finds the focused element in the same tree as an element: `document.activeElement` only names the host of a shadow tree. */
function focusedBeside(element: HTMLElement): Element | null {
  const tree = element.getRootNode();
  return tree instanceof Document || tree instanceof ShadowRoot ? tree.activeElement : null;
}

/** The list lies over what is below it. The dashboard grows while the list would reach out of it, and the frame with it. */
function makeRoom(root: HTMLDetailsElement, list: HTMLElement): void {
  const dashboard = root.closest<HTMLElement>('.dashboard');
  if (!dashboard) return;
  const reach = list.getBoundingClientRect().bottom - dashboard.getBoundingClientRect().top;
  dashboard.style.minHeight = root.open ? `${Math.ceil(reach) + 16}px` : '';
}
