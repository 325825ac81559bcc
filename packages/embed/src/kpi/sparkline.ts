import { type ShownBlock, sparkBars, sparkPath } from '@orrery/charts';
import { element } from '../markup/index.ts';
import { shape } from './shape.ts';

const box = { width: 120, height: 28 };

/** A small line or small bars; the same values stand in the rows. */
export function sparkline({ trend, areBars }: Extract<ShownBlock, { kind: 'sparkline' }>): HTMLElement {
  const { width, height } = box;
  const path = areBars
    ? shape('path', { d: sparkBars(trend, box), fill: 'currentColor' })
    : shape('path', {
        ...{ d: sparkPath(trend, box), fill: 'none', stroke: 'currentColor' },
        ...{ 'stroke-width': '1.5', 'stroke-linecap': 'round' },
      });
  const size = { viewBox: `-1 -1 ${width + 2} ${height + 2}`, width: String(width), height: String(height) };
  const made = element('div', { className: 'orrery-kpi-trend' }, shape('svg', size, path));
  made.ariaHidden = 'true';
  return made;
}
