import { type Control, controlOf } from './control.ts';
import { type Snapshot, filledText, type Widget } from './dashboard.ts';

/** The content of a widget. */
type WidgetContent<Report> =
  /** Without a snapshot if the report was deleted. */
  | { readonly kind: 'chart'; readonly snapshot: Report | undefined; readonly hasTitle: boolean }
  /** Markdown. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'control'; readonly control: Control }
  | { readonly kind: 'tabs' }
  /** A control that is hidden or incomplete. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unsupported' };

/** Texts of dashboards. */
export const dashboardTexts = {
  empty: 'This dashboard is empty.',
  unsupported: 'This part cannot be shown.',
} as const;

/** Reads what a widget shows. @param snapshots the published reports */
export function contentOf<Report extends Pick<Snapshot, 'reportId'>>(
  widget: Widget,
  snapshots: readonly Report[],
): WidgetContent<Report> {
  const { type, config } = widget;
  switch (type) {
    case 'CHART':
      return {
        kind: 'chart',
        snapshot: snapshots.find(({ reportId }) => reportId === config['reportId']),
        hasTitle: config['hideTitle'] !== true,
      };
    case 'TEXT':
    case 'AI':
      return { kind: 'text', text: filledText(config[type === 'TEXT' ? 'content' : 'cachedContent']) ?? '' };
    case 'FILTER':
    case 'TIME_GRAIN': {
      const control = controlOf(widget);
      return control && control.visibility !== 'hidden' ? { kind: 'control', control } : { kind: 'nothing' };
    }
    case 'TABS_CONTAINER':
      return { kind: 'tabs' };
    default:
      return { kind: 'unsupported' };
  }
}
