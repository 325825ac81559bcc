import type { ShownBlock } from '@orrery/charts';
import { element } from '../markup/index.ts';
import type { DrawnKpis, KpisInput } from './draw-kpis.ts';

/** A block of HTML that people write. */
export function showHtml(
  { template, height }: Extract<ShownBlock, { kind: 'html' }>,
  input: KpisInput,
): DrawnKpis & { readonly root: HTMLElement } {
  const root = element('div', { className: 'orrery-kpi-html' });
  let shown: DrawnKpis | undefined;
  let isOver = false;
  const show = async () => {
    const { drawHtml } = await import('../content/draw-html.ts');
    if (isOver) return;
    const drawn = drawHtml(root, { ...input, template });
    drawn.frame.style.height = `${height}px`;
    shown = drawn;
  };
  show().catch((error: unknown) => {
    root.append(element('p', { className: 'orrery-kpi-notice', role: 'alert' }, String(error)));
  });
  return {
    root,
    destroy: () => {
      isOver = true;
      shown?.destroy();
    },
  };
}
