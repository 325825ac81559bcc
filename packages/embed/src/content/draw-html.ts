import type { Column, Row } from '@orrery/charts';
import { element } from '../markup/index.ts';
import { plainTemplate } from './plain-template.ts';
import { showContent } from './show-content.ts';
import { templateResult } from './template-result.ts';

export interface HtmlInput {
  /** Absent: a table of the rows. */
  readonly template: string | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly title: string;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  /** Address of the page that content of others runs in. */
  readonly contentAddress: string;
}

export interface DrawnHtml {
  readonly frame: HTMLIFrameElement;
  /** Shows other rows, or another template, in the same frame. @returns whether it can: a frame keeps its name and address */
  again(input: HtmlInput): boolean;
  destroy(): void;
}

/** Shows rows as HTML that people write, in a frame that has no origin and reaches nothing, below what is wrong with it. */
export function drawHtml(container: HTMLElement, input: HtmlInput): DrawnHtml {
  const { title, contentAddress: address } = input;
  const fault = element('p', { className: 'orrery-fault', hidden: true });
  fault.role = 'alert';
  const onFault = (text: string | undefined) => {
    fault.textContent = text ?? '';
    fault.hidden = text === undefined;
  };
  const { frame, show, destroy } = showContent({ address, title, onFault });
  const showRows = ({ template, columns, rows, isDark, locale }: HtmlInput) =>
    show({ template: template ?? plainTemplate(columns), isDark, result: templateResult(columns, rows, locale) });
  container.replaceChildren(fault, frame);
  showRows(input);
  return {
    frame,
    again: (next) => {
      if (next.title !== title || next.contentAddress !== address) return false;
      showRows(next);
      return true;
    },
    destroy,
  };
}
