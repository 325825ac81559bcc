import { isSame } from '../../model/is-same.ts';
import { lookSettings, lookValueIn } from '@orrery/charts';
import type { PlatformAnswer } from '@orrery/client';
import { recordOf } from '../../model/record.ts';
import { questionOf, questionOfCopy } from '../../model/report-question.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { Report } from '../report.ts';
import { type Draft, type DraftWidget, draftOf, reportIdOf } from '../../model/dashboard-draft.ts';
import { tabsOf } from '../../model/dashboard-draft-tabs.ts';

type PublishedState = NonNullable<PlatformAnswer<'getWorkbook'>['publishedDashboard']>;

/** Returns the name of a widget, for authors of the dashboard. */
export function nameOfWidget(
  widget: Pick<DraftWidget, 'type' | 'config'>,
  reports: readonly Pick<Report, 'id' | 'title' | 'name'>[],
): string {
  const { title, content } = recordOf(widget.config);
  if (widget.type === 'CHART') {
    const report = reports.find(({ id }) => id === reportIdOf(widget));
    return report?.title || report?.name || words.untitled;
  }
  if (typeof title === 'string' && title !== '') return title;
  if (typeof content === 'string' && content.trim() !== '') return content.trim().replace(/^#+ */, '').slice(0, 40);
  return {
    TEXT: words.text,
    FILTER: words.filter,
    TIME_GRAIN: words.timeGrain,
    AI: words.text,
    TABS_CONTAINER:
      tabsOf(widget)
        .map((tab) => tab.title)
        .join(', ') || words.tabsOfDashboard,
  }[widget.type];
}

/**
 * Changes that viewers see once a draft is published, in sentences.
 *
 * @param look how the draft looks
 */
export function whatChanges(
  draft: Draft,
  reports: readonly Report[],
  published: PublishedState,
  look: unknown,
): readonly string[] {
  const before = draftOf(published.config).widgets;
  const named = (widget: DraftWidget) => nameOfWidget(widget, reports);
  const old = new Map(before.map((widget) => [widget.id, widget]));
  const now = new Set(draft.widgets.map(({ id }) => id));
  const snapshots = new Map(published.reportSnapshots.map((snapshot) => [snapshot.reportId, snapshot]));
  return [
    ...draft.widgets.flatMap((widget) => {
      const was = old.get(widget.id);
      if (!was) return [words.added(named(widget))];
      const isOther = !isSame(was.config, widget.config) || isChangedReport(widget, reports, snapshots);
      return [
        ...(isOther ? [words.changed(named(widget))] : []),
        ...(isSame(was.position, widget.position) ? [] : [words.moved(named(widget))]),
      ];
    }),
    ...(isSameLook(look, published.config.theme) ? [] : [words.otherLook]),
    ...before.filter(({ id }) => !now.has(id)).map((widget) => words.removed(nameOfOld(widget, published, reports))),
  ];
}

function isSameLook(one: unknown, other: unknown): boolean {
  return lookSettings.every(({ path }) => lookValueIn(one, path) === lookValueIn(other, path));
}

function nameOfOld(widget: DraftWidget, { reportSnapshots }: PublishedState, reports: readonly Report[]): string {
  const snapshot = reportSnapshots.find(({ reportId }) => reportId === reportIdOf(widget));
  return snapshot?.title || snapshot?.name || nameOfWidget(widget, reports);
}

function isChangedReport(
  widget: DraftWidget,
  reports: readonly Report[],
  snapshots: ReadonlyMap<number, PublishedState['reportSnapshots'][number]>,
): boolean {
  if (widget.type !== 'CHART') return false;
  const report = reports.find(({ id }) => id === reportIdOf(widget));
  const snapshot = snapshots.get(reportIdOf(widget));
  if (!report || !snapshot) return report !== undefined || snapshot !== undefined;
  const { kind, spec } = recordOf(report.meta?.['visualization']);
  const { columnFormats } = recordOf(report.meta?.['preferences']);
  return !isSame(
    [report.name, report.title, questionOf(report), kind, spec, columnFormats],
    [
      snapshot.name,
      snapshot.title,
      questionOfCopy(snapshot),
      snapshot.kind,
      snapshot.spec,
      snapshot.preferences?.columnFormats,
    ],
  );
}

/** Charts of a draft that ask a data source directly, in sentences about who sees their rows. */
export function directCharts(draft: Draft, reports: readonly Report[]): readonly string[] {
  const direct = new Set(reports.flatMap((report) => (questionOf(report)?.kind === 'source' ? [report.id] : [])));
  const charts = draft.widgets.filter((widget) => widget.type === 'CHART' && direct.has(reportIdOf(widget) ?? 0));
  return [...new Set(charts.map((widget) => words.direct(nameOfWidget(widget, reports))))];
}

/** Describes the differences between two drafts, in sentences. */
export function differences(draft: Draft, before: Draft, reports: readonly Report[]): readonly string[] {
  const old = new Map(before.widgets.map((widget) => [widget.id, widget]));
  const now = new Set(draft.widgets.map(({ id }) => id));
  return [
    ...draft.widgets.flatMap((widget) => {
      const [was, name] = [old.get(widget.id), nameOfWidget(widget, reports)];
      if (!was) return [words.added(name)];
      return [
        ...(isSame(was.config, widget.config) ? [] : [words.changed(name)]),
        ...(isSame(was.position, widget.position) ? [] : [words.moved(name)]),
      ];
    }),
    ...before.widgets.filter(({ id }) => !now.has(id)).map((widget) => words.removed(nameOfWidget(widget, reports))),
  ];
}
