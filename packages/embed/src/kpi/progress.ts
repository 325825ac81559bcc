import type { ShownBlock } from '@orrery/charts';
import { element } from '../markup/index.ts';
import { shape } from './shape.ts';

type ShownProgress = Extract<ShownBlock, { kind: 'progress' }>;

/** How far a number is on the way to its target. More than all of it fills the picture, and stands in the text. */
export function progress(shown: ShownProgress): HTMLElement {
  const { label, name, percent, text, share, isCircle } = shown;
  const picture = isCircle ? circle(Math.min(1, share)) : bar(Math.min(1, share));
  picture.role = 'meter';
  picture.ariaLabel = name;
  Object.assign(picture, { ariaValueMin: '0', ariaValueMax: '1', ariaValueText: `${percent}, ${text}` });
  picture.ariaValueNow = String(Math.min(1, share));
  const said = element('p', { className: 'orrery-kpi-change' }, element('strong', {}, percent), ` ${text}`);
  const heading = element('p', { className: 'orrery-kpi-label' }, label);
  heading.hidden = label === '';
  const made = element('div', { className: 'orrery-kpi-progress' }, heading, picture, said);
  if (isCircle) made.dataset['form'] = 'circle';
  return made;
}

function bar(share: number): HTMLElement {
  const filled = element('span');
  filled.style.width = `${share * 100}%`;
  return element('div', { className: 'orrery-kpi-bar' }, filled);
}

const radius = 24;

function circle(share: number): HTMLElement {
  const around = 2 * Math.PI * radius;
  const ring = { cx: '28', cy: '28', r: String(radius), fill: 'none', 'stroke-width': '7' };
  const rest = shape('circle', { ...ring, class: 'orrery-kpi-rest' });
  const done = shape('circle', {
    ...ring,
    ...{ class: 'orrery-kpi-done', transform: 'rotate(-90 28 28)' },
    'stroke-dasharray': `${share * around} ${around}`,
  });
  const picture = shape('svg', { viewBox: '0 0 56 56', width: '56', height: '56', 'aria-hidden': 'true' });
  picture.append(rest, ...(share > 0 ? [done] : []));
  return element('div', { className: 'orrery-kpi-circle' }, picture);
}
