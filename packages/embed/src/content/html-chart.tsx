import type { Column, Row } from '@orrery/charts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { plainTemplate } from './plain-template.ts';
import { showContent, type ShownContent } from './show-content.ts';
import { templateResult } from './template-result.ts';

export interface HtmlChartProps {
  /** Absent: a table of the rows. */
  readonly template: string | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly title: string;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  /** Address of the page that content of others runs in. */
  readonly address: string;
}

/** A chart of HTML that people write, in a frame of its own. It fills its place, and scrolls inside. */
export function HtmlChart({ template, columns, rows, title, isDark, locale, address }: HtmlChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownContent>(undefined);
  const [fault, setFault] = useState<string>();
  const result = useMemo(() => templateResult(columns, rows, locale), [columns, rows, locale]);
  useEffect(() => {
    const made = showContent({ address, title, onFault: setFault });
    shown.current = made;
    place.current?.replaceChildren(made.frame);
    return () => made.destroy();
  }, [address, title]);
  useEffect(
    () => shown.current?.show({ template: template ?? plainTemplate(columns), result, isDark }),
    [template, columns, result, isDark, address, title],
  );
  return (
    <div className="orrery-html">
      {fault === undefined ? null : (
        <p className="orrery-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="orrery-html-place" ref={place} />
    </div>
  );
}
