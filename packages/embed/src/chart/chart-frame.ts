import { type Column, describeRows, type Row, tableOf } from '@orrery/charts';

export interface ChartFrame {
  readonly root: HTMLElement;
  /** The element in which the picture is drawn. */
  readonly picture: HTMLElement;
  /** Says sentences below the picture: what it leaves out, or why there is none. */
  note(texts: readonly string[]): void;
  /** The fill of lines over what is not over, as a value of SVG. */
  readonly hatch: string;
  /** Announces a point of the picture to screen readers. */
  say(text: string): void;
}

export interface FrameInput {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly locale: string | undefined;
}

const texts = {
  data: 'Data',
  enter: 'Press Enter to go through the points, Escape to leave.',
  more: (count: number) => `${count} more rows.`,
} as const;
const mostRows = 1_000;
let frames = 0;

/** Makes the elements around a picture: its name and description, the notes, and the table of the same rows. */
export function makeFrame(container: HTMLElement, { title, columns, rows, locale }: FrameInput): ChartFrame {
  const document = container.ownerDocument;
  const element = <Name extends keyof HTMLElementTagNameMap>(name: Name, className: string) =>
    Object.assign(document.createElement(name), { className });
  const root = element('div', 'orrery-chart');
  const picture = element('div', 'orrery-chart-picture');
  const description = hidden(element('p', 'orrery-chart-description'));
  const said = hidden(element('p', 'orrery-chart-point'));
  const notes = element('p', 'orrery-chart-notes');
  frames += 1;
  description.id = `orrery-chart-${frames}`;
  description.textContent = `${describeRows(columns, rows, locale)} ${texts.enter}`;
  said.setAttribute('aria-live', 'assertive');
  Object.assign(root.style, { position: 'relative', display: 'flex', flexDirection: 'column', height: '100%' });
  Object.assign(picture.style, { flex: '1 1 auto', minHeight: '0', overflow: 'auto hidden' });
  Object.assign(notes.style, { margin: '4px 0 0', font: '12px/16px var(--orrery-font, system-ui, sans-serif)' });
  notes.style.color = 'var(--orrery-muted, inherit)';
  notes.hidden = true;
  picture.tabIndex = 0;
  picture.role = 'application';
  picture.setAttribute('aria-roledescription', 'chart');
  picture.setAttribute('aria-label', title);
  picture.setAttribute('aria-describedby', description.id);
  const hatch = `${description.id}-hatch`;
  const data = dataOf(document, { columns, rows, locale, title });
  root.append(picture, notes, data, description, said, hatchElement(document, hatch));
  container.replaceChildren(root);
  return {
    root,
    picture,
    note: (lines) => {
      notes.textContent = lines.join(' ');
      notes.hidden = lines.length === 0;
    },
    hatch: `url(#${hatch})`,
    say: (text) => {
      said.textContent = text;
    },
  };
}

/** Lines of the colour of the surface, which let what is below through. */
function hatchElement(document: Document, id: string): SVGElement {
  const make = (name: string) => document.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement; // of SVG's
  const [drawing, pattern, stripe] = [make('svg'), make('pattern'), make('path')];
  const size = { id, width: '6', height: '6', patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' };
  for (const [name, value] of Object.entries(size)) pattern.setAttribute(name, value);
  stripe.setAttribute('d', 'M0 0h3v6H0z');
  stripe.style.fill = 'var(--orrery-surface, Canvas)';
  pattern.append(stripe);
  drawing.append(pattern);
  return hidden(drawing);
}

/** The table of the rows, made when it is opened. */
function dataOf(document: Document, { columns, rows, locale, title }: FrameInput): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  details.className = 'orrery-chart-data';
  summary.textContent = texts.data;
  summary.setAttribute('aria-label', `${texts.data}: ${title}`);
  details.append(summary);
  details.style.font = '12px/16px var(--orrery-font, system-ui, sans-serif)';
  details.addEventListener(
    'toggle',
    () => {
      const scroller = document.createElement('div');
      Object.assign(scroller.style, { maxHeight: '240px', overflow: 'auto' });
      scroller.tabIndex = 0;
      scroller.append(tableElement(document, { columns, rows, locale, title }));
      details.append(scroller);
    },
    { once: true },
  );
  return details;
}

function tableElement(document: Document, { columns, rows, locale, title }: FrameInput): HTMLTableElement {
  const { headers, rows: lines, areNumbers, more } = tableOf(columns, rows, { locale, most: mostRows });
  const table = document.createElement('table');
  const caption = hidden(table.createCaption());
  caption.textContent = title;
  const cell = (text: string, index: number, name: 'th' | 'td') => {
    const made = document.createElement(name);
    made.textContent = text;
    made.style.textAlign = areNumbers[index] ? 'end' : 'start';
    if (name === 'th') made.setAttribute('scope', 'col');
    return made;
  };
  table
    .createTHead()
    .insertRow()
    .append(...headers.map((text, index) => cell(text, index, 'th')));
  const body = table.createTBody();
  for (const line of lines) body.insertRow().append(...line.map((text, index) => cell(text, index, 'td')));
  if (more > 0) {
    const rest = table.createTFoot().insertRow().insertCell();
    rest.colSpan = columns.length;
    rest.textContent = texts.more(more);
  }
  return table;
}

/** Read, but not seen. */
function hidden<E extends HTMLElement | SVGElement>(element: E): E {
  Object.assign(element.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  });
  return element;
}
