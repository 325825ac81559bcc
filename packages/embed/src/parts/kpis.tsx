import type { Column, Row } from '@orrery/charts';
import { useMemo } from 'react';
import { loadModule } from '../load/index.ts';
import { DrawingPlace } from './drawing-place.ts';
import { useDrawing } from './use-drawing.ts';

export interface KpisProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly title: string;
  readonly isDark: boolean;
  readonly locale?: string | undefined;
  /** The settings of the KPIs, which are untrusted data; absent: each measure with the value that it is compared with. */
  readonly spec?: unknown;
  /** Address of the page that content of others runs in. */
  readonly contentAddress: string;
}

// The first rows do not wait for it, and it does not wait for them.
const load = () => import('../kpi/draw-kpis.ts');
load().catch(() => undefined); // told where it is drawn

const open = (root: HTMLElement) => new DrawingPlace<KpisProps>(root, async () => (await loadModule(load)).drawKpis);

/** Numbers that stand alone, with what they are compared with. */
export function Kpis({ columns, rows, title, isDark, locale, spec, contentAddress }: KpisProps) {
  const input = useMemo(
    () => ({ columns, rows, title, isDark, locale, spec, contentAddress }),
    [columns, rows, title, isDark, locale, spec, contentAddress],
  );
  return <div className="orrery-kpi-place" ref={useDrawing(open, input)} />;
}
