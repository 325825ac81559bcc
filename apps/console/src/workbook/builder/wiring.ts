import { controlOf, nameOfControl, filledText } from '@orrery/embed';
import { isRecord, recordOf } from '../../model/record.ts';
import { type ReportFields, questionOf } from '../../model/report-question.ts';
import type { QueryableMember, QueryableView } from '../../model/views.ts';
import type { UnfollowedControl } from '../../tiles/tile-data.ts';
import { typeOf } from './control-settings.ts';
import { type Draft, type DraftWidget, setConfig } from '../../model/dashboard-draft.ts';

/** How a chart follows a control. */
export type Wire =
  | { readonly kind: 'automatic' }
  /** The chart follows the control by another member of its own. */
  | { readonly kind: 'by'; readonly member: string }
  | { readonly kind: 'off' }
  /** The query of the chart does not read the view of the control. */
  | { readonly kind: 'cannot' };

export interface ControlOfDraft {
  readonly id: string;
  readonly title: string;
  readonly member: string;
  readonly isFilter: boolean;
  /** Type of its dimension, where the control says it. */
  readonly type: string | undefined;
}

export function controlsOf({ widgets }: Draft): readonly ControlOfDraft[] {
  return widgets.flatMap(({ id, type, config }) => {
    const control = controlOf({ id, type, config: recordOf(config) });
    if (!control) return [];
    const isFilter = control.kind === 'filter';
    const ofDimension = isFilter ? filledText(control.config['dimensionType']) : 'time';
    return [{ id, title: nameOfControl(control), member: control.member, isFilter, type: ofDimension }];
  });
}

/**
 * Dimensions by which a chart can follow a control: those of its type.
 *
 * @param read views that the chart reads @param all views of the model, which know the type of an older control
 */
export function membersFor(
  { member, type }: ControlOfDraft,
  read: readonly QueryableView[],
  all: readonly QueryableView[],
): readonly QueryableMember[] {
  const own = all.flatMap(({ members }) => members).find(({ name }) => name === member);
  const wanted = type ?? (own && typeOf(own.kind));
  return read
    .flatMap(({ members }) => members)
    .filter(({ kind }) => kind !== 'measure' && kind !== 'segment')
    .filter(({ kind }) => wanted === undefined || typeOf(kind) === wanted);
}

/** Decides how a chart follows a control, as the server does when the dashboard is shown. */
export function wireOf(chart: DraftWidget, report: ReportFields | undefined, { id, member }: ControlOfDraft): Wire {
  const own = recordOf(recordOf(chart.config)['controlsMapping'])[id];
  const mapped = isRecord(own) ? own : {};
  if (mapped['enabled'] === false) return { kind: 'off' };
  if (typeof mapped['member'] === 'string') return { kind: 'by', member: mapped['member'] };
  return reads(report, viewOf(member)) ? { kind: 'automatic' } : { kind: 'cannot' };
}

/** The filters that a chart follows, and the controls that it does not. */
export function followedBy(
  chart: DraftWidget,
  report: ReportFields,
  controls: readonly ControlOfDraft[],
): { readonly filters: readonly string[]; readonly notFollowed: readonly UnfollowedControl[] } {
  const wired = controls.map((control) => ({ ...control, wire: wireOf(chart, report, control) }));
  const isFollowed = ({ wire }: (typeof wired)[number]) => wire.kind === 'automatic' || wire.kind === 'by';
  return {
    filters: wired.filter((one) => one.isFilter && isFollowed(one)).map(({ title }) => title),
    notFollowed: wired
      // A granularity is of no concern to a chart that is not grouped by time.
      .filter((one) => !isFollowed(one) && (one.isFilter || isGroupedByTime(report)))
      .map(({ title, isFilter, wire }) => ({
        name: title,
        kind: isFilter ? 'filter' : 'grain',
        reason: wire.kind === 'off' ? 'off' : 'other-data',
      })),
  };
}

function isGroupedByTime(report: ReportFields): boolean {
  const question = questionOf(report);
  if (question?.kind === 'json') return question.text.includes('"granularity"');
  return question?.kind === 'statement' && /\bdate_trunc\b/i.test(question.text);
}

function viewOf(member: string): string {
  return member.slice(0, member.indexOf('.'));
}

function reads(report: ReportFields | undefined, view: string): boolean {
  if (!report) return false;
  const question = questionOf(report);
  if (question?.kind === 'json') return question.text.includes(`"${view}.`);
  if (question?.kind !== 'statement') return false;
  return new RegExp(`(?<![\\w$])${view.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![\\w$])`, 'i').test(question.text);
}

/** @param wire `automatic` takes away what was set by hand */
export function setWire(draft: Draft, chart: string, control: string, wire: Exclude<Wire, { kind: 'cannot' }>): Draft {
  const widget = draft.widgets.find(({ id }) => id === chart);
  if (!widget) return draft;
  const { [control]: _, ...others } = recordOf(recordOf(widget.config)['controlsMapping']);
  const own =
    wire.kind === 'automatic'
      ? {}
      : { [control]: wire.kind === 'off' ? { enabled: false } : { enabled: true, member: wire.member } };
  return setConfig(draft, chart, { controlsMapping: { ...others, ...own } });
}
