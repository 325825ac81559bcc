import type { ShownBlock } from '@orrery/charts';
import { element } from '../markup/index.ts';
import type { DrawnKpis, KpisInput } from './draw-kpis.ts';

/** A block of HTML that people write, in a frame that has no origin and reaches nothing. */
export function showHtml(
  { template, height }: Extract<ShownBlock, { kind: 'html' }>,
  { columns, rows, locale, isDark, title, contentAddress: address }: KpisInput,
): DrawnKpis & { readonly root: HTMLElement } {
  const fault = element('p', { className: 'orrery-kpi-notice', hidden: true });
  fault.role = 'alert';
  const root = element('div', { className: 'orrery-kpi-html' }, fault);
  let shown: DrawnKpis | undefined;
  let isOver = false;
  const onFault = (text: string | undefined) => {
    fault.textContent = text ?? '';
    fault.hidden = text === undefined;
  };
  const show = async () => {
    const { showContent, templateResult } = await import('../content/content.ts');
    if (isOver) return;
    const content = showContent({ address, title, onFault });
    content.frame.style.height = `${height}px`;
    root.append(content.frame);
    content.show({ template, isDark, result: templateResult(columns, rows, locale) });
    shown = content;
  };
  show().catch((error: unknown) => onFault(String(error)));
  return {
    root,
    destroy: () => {
      isOver = true;
      shown?.destroy();
    },
  };
}
