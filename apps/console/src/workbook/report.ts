import type { PlatformAnswer } from '@orrery/client';
import type { CopiedReport } from '../model/copied-report.ts';
import { recordOf } from '../model/record.ts';
import { questionOf } from '../model/report-question.ts';
import type { DisplaySettings } from '@orrery/embed';

export type Report = PlatformAnswer<'getReport'>;
export type ServedWorkbook = PlatformAnswer<'getWorkbook'>;

/** How a report says that its rows are shown. */
export function shownOf({ title, name, meta }: Pick<Report, 'title' | 'name' | 'meta'>): DisplaySettings {
  const { kind, spec } = recordOf(meta?.['visualization']);
  const { columnFormats } = recordOf(meta?.['preferences']);
  return { title: title || name, kind: typeof kind === 'string' ? kind : null, spec, columnFormats };
}

/** Copies what a report asks, and how it is shown. */
export function copyOf({ name, title, meta, ...report }: Report): CopiedReport {
  return { name, title, question: questionOf(report), meta };
}
