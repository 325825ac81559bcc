import { type Column, type KpiLayout, kpiView, readKpiStyle, type Row, type ShownBlock } from '@orrery/charts';
import { element, markdown } from '../markup/index.ts';
import { progress } from './progress.ts';
import { showHtml } from './show-html.ts';
import { sparkline } from './sparkline.ts';

export interface KpisInput {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The settings of the KPIs, which are untrusted data; absent: each measure with the value that it is compared with. */
  readonly spec?: unknown;
  readonly title: string;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  /** Address of the page that content of others runs in. */
  readonly contentAddress: string;
}

export interface DrawnKpis {
  destroy(): void;
}

/** Shows an answer as numbers that stand alone, in an element, in place of what it contains. */
export function drawKpis(container: HTMLElement, input: KpisInput): DrawnKpis {
  const { columns, rows, spec, title, locale } = input;
  const { places, layout } = kpiView({ columns, rows, style: readKpiStyle(spec), locale });
  const shown: DrawnKpis[] = [];
  const root = element('div', { className: 'orrery-kpis' });
  applyLayout(root, layout);
  if (spec !== undefined && spec !== null) {
    // Blocks may be more than their place holds, which scrolls then.
    Object.assign(root, { tabIndex: 0, role: 'group', ariaLabel: title });
  }
  for (const blocks of places) {
    root.append(element('div', {}, ...blocks.map((block) => shownElement(block, input, shown))));
  }
  container.replaceChildren(root);
  return {
    destroy: () => {
      for (const each of shown) each.destroy();
      root.remove();
    },
  };
}

function shownElement(block: ShownBlock, input: KpisInput, shown: DrawnKpis[]): HTMLElement {
  switch (block.kind) {
    case 'number':
      return numberElement(block);
    case 'comparison':
      return comparisonElement(block);
    case 'progress':
      return progress(block);
    case 'sparkline':
      return sparkline(block);
    case 'text':
      return element('div', { className: 'orrery-kpi-text' }, markdown(block.text));
    case 'html': {
      const html = showHtml(block, input);
      shown.push(html);
      return html.root;
    }
    case 'notice':
      return element('p', { className: 'orrery-kpi-notice' }, block.text);
  }
}

function numberElement({ label, value, exact, size }: Extract<ShownBlock, { kind: 'number' }>): HTMLElement {
  const term = element('dt', {}, label);
  term.hidden = label === '';
  const made = element('dl', { className: 'orrery-kpi-number' }, term, element('dd', { title: exact }, value));
  if (size !== undefined) made.dataset['size'] = size;
  return made;
}

function comparisonElement({ all }: Extract<ShownBlock, { kind: 'comparison' }>): HTMLElement {
  const lines = all.map(({ label, value, change, direction, tone, toneText }) => {
    const line = element('p', { className: 'orrery-kpi-change' });
    if (direction !== undefined) line.dataset['direction'] = direction;
    if (tone !== undefined) line.dataset['tone'] = tone;
    if (change !== undefined) {
      const said = element('span', { className: 'orrery-kpi-unseen' }, toneText ?? '');
      line.append(element('strong', {}, change), ...(toneText === undefined ? [] : [said]), ' ');
    }
    line.append(element('span', {}, `${label}: ${value}`));
    return line;
  });
  return element('div', {}, ...lines);
}

const positions = { center: 'center', end: 'flex-end', stretch: 'stretch', between: 'space-between' } as const;

function applyLayout(root: HTMLElement, { direction, align, justify, gap, wrap }: KpiLayout): void {
  if (direction !== undefined) root.dataset['direction'] = direction;
  if (align !== undefined) {
    root.dataset['align'] = align;
    root.style.alignItems = positions[align];
  }
  if (justify !== undefined) root.style.justifyContent = positions[justify];
  if (gap !== undefined) root.style.gap = `${gap}px`;
  if (wrap === 'none') root.style.flexWrap = 'nowrap';
}
