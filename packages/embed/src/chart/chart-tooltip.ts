interface TooltipPlace {
  readonly x: number;
  readonly y: number;
}

export interface Tooltip {
  /** @param place in pixels from the edge of the chart */
  show(entries: readonly TooltipEntry[], place: TooltipPlace): void;
  /** @param delayMs time in which the pointer can reach the tooltip itself */
  hide(delayMs?: number): void;
}

/** A name and its value; a line of text has no name. */
export type TooltipEntry = readonly [name: string, value: string];

const most = { entries: 10, letters: 200 };
const distance = 12;

/** Shows what a mark stands for, as text: it stays inside of the chart, can be hovered, and is closed by the chart. */
export function makeTooltip(root: HTMLElement): Tooltip {
  const document = root.ownerDocument;
  const box = document.createElement('div');
  box.className = 'orrery-chart-tooltip';
  box.hidden = true;
  Object.assign(box.style, {
    position: 'absolute',
    zIndex: '1',
    maxWidth: '100%',
    boxSizing: 'border-box',
    overflow: 'hidden',
    padding: '8px 12px',
    font: '12px/16px var(--orrery-font, system-ui, sans-serif)',
    fontVariantNumeric: 'tabular-nums',
    color: 'var(--orrery-text, CanvasText)',
    background: 'var(--orrery-surface, Canvas)',
    border: '1px solid var(--orrery-line, GrayText)',
    borderRadius: '4px',
    boxShadow: '0 4px 16px oklch(.2 .02 262 / .12)',
  });
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    box.hidden = true;
  };
  box.addEventListener('pointerenter', () => clearTimeout(hiding));
  box.addEventListener('pointerleave', hide);
  root.append(box);
  return {
    show: (entries, { x, y }) => {
      clearTimeout(hiding);
      if (entries.length === 0) return hide();
      const left = entries.length - most.entries;
      const lines = entries.slice(0, most.entries).map((entry) => lineOf(document, entry));
      box.replaceChildren(...lines, ...(left > 0 ? [lineOf(document, ['', `${left} more`])] : []));
      box.hidden = false;
      const [width, height] = [root.clientWidth, root.clientHeight];
      const isRight = x + distance + box.offsetWidth <= width;
      box.style.left = `${Math.max(0, isRight ? x + distance : x - distance - box.offsetWidth)}px`;
      box.style.top = `${Math.max(0, Math.min(y + distance, height - box.offsetHeight))}px`;
    },
    hide: (delayMs) => {
      clearTimeout(hiding);
      if (delayMs === undefined) hide();
      else hiding = setTimeout(hide, delayMs);
    },
  };
}

function lineOf(document: Document, [name, value]: TooltipEntry): HTMLElement {
  const line = document.createElement('div');
  const strong = document.createElement('strong');
  strong.textContent = cut(value);
  line.append(name === '' ? '' : `${cut(name)}: `, strong);
  return line;
}

const cut = (text: string): string => (text.length > most.letters ? `${text.slice(0, most.letters)}…` : text);
