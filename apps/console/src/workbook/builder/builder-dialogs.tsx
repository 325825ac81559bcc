import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { askerOf } from '../../api/data.ts';
import { queries } from '../../api/queries.ts';
import {
  type Draft,
  type DraftWidget,
  type WidgetConfig,
  type WidgetType,
  withTheme,
} from '../../model/dashboard-draft.ts';
import { viewsOf } from '../../model/views.ts';
import { OpenShareDialog } from '../../share/open-share-dialog.tsx';
import type { Report, ServedWorkbook } from '../report.ts';
import type { useDraft } from './use-draft.ts';

const later = () => import('./later.ts');
const AddChart = lazy(async () => ({ default: (await later()).AddChart }));
const ControlDialog = lazy(async () => ({ default: (await later()).ControlDialog }));
const MappingDialog = lazy(async () => ({ default: (await later()).MappingDialog }));
const LookDialog = lazy(async () => ({ default: (await later()).LookDialog }));
const PublishDialog = lazy(async () => ({ default: (await later()).PublishDialog }));
const TextDialog = lazy(async () => ({ default: (await later()).TextDialog }));
const VersionsDialog = lazy(async () => ({ default: (await later()).VersionsDialog }));

/** A dialog of the builder. */
export type BuilderDialog =
  | { readonly kind: 'chart' | 'publish' | 'versions' | 'share' | 'look' }
  /** Absent: the widget is added. */
  | { readonly kind: 'FILTER' | 'TIME_GRAIN' | 'TEXT'; readonly widget?: DraftWidget }
  | { readonly kind: 'mapping'; readonly widget: DraftWidget };

interface BuilderDialogsProps {
  readonly workbook: ServedWorkbook;
  readonly reports: readonly Report[];
  readonly stored: Pick<ReturnType<typeof useDraft>, 'draft' | 'saver' | 'revision'>;
  /** How the dashboard looks. */
  readonly look: unknown;
  readonly opened: BuilderDialog | undefined;
  readonly onOpen: (dialog: BuilderDialog | undefined) => void;
  readonly onChange: (change: (before: Draft) => Draft) => void;
  readonly onAddChart: (report: Pick<Report, 'id' | 'name' | 'title'>) => void;
  /** Keeps the settings of a widget that is added or changed. */
  readonly onKeep: (type: WidgetType, config: WidgetConfig, widget: DraftWidget | undefined) => void;
  readonly onPublished: () => Promise<void>;
}

/** The dialog of the builder that is open. */
export function BuilderDialogs({ opened, onOpen, ...props }: BuilderDialogsProps) {
  const { id, name, deploymentId } = props.workbook;
  return (
    <>
      <Suspense>{opened ? <OpenDialog {...props} opened={opened} onOpen={onOpen} /> : null}</Suspense>
      <OpenShareDialog
        shared={opened?.kind === 'share' ? { type: 'Workbook', id, name, deploymentId } : undefined}
        onClose={() => onOpen(undefined)}
      />
    </>
  );
}

type OpenDialogProps = BuilderDialogsProps & { readonly opened: BuilderDialog };

function OpenDialog({ workbook, reports, stored, look, opened, onOpen, onChange, ...on }: OpenDialogProps) {
  const { draft, saver, revision } = stored;
  const asker = askerOf(workbook.deploymentId);
  const needsViews = opened.kind === 'mapping' || opened.kind === 'FILTER' || opened.kind === 'TIME_GRAIN';
  const meta = useQuery({ ...queries.meta(asker), enabled: needsViews }).data;
  const views = useMemo(() => (meta ? viewsOf(meta) : []), [meta]);
  const onClose = () => onOpen(undefined);
  switch (opened.kind) {
    case 'chart':
      return <AddChart {...{ workbook, reports, onClose }} onAdd={on.onAddChart} />;
    case 'TEXT': {
      const { kind, widget } = opened;
      return <TextDialog {...{ widget, onClose }} onKeep={(config) => on.onKeep(kind, config, widget)} />;
    }
    case 'FILTER':
    case 'TIME_GRAIN': {
      const { kind, widget } = opened;
      const onKeep = (config: WidgetConfig) => on.onKeep(kind, config, widget);
      return <ControlDialog type={kind} {...{ asker, widget, views, onKeep, onClose }} />;
    }
    case 'mapping':
      return <MappingDialog chart={opened.widget.id} {...{ draft, reports, views, onChange, onClose }} />;
    case 'publish': {
      const onShare = workbook.access === 'full' ? () => onOpen({ kind: 'share' }) : undefined;
      const given = { workbook, reports, draft, look, saver, onShare, onClose };
      return <PublishDialog {...given} basedOn={() => revision.current} onPublished={on.onPublished} />;
    }
    case 'look': {
      const onApply = (theme: Draft['theme']) => {
        onChange((before) => withTheme(before, theme));
        onClose();
      };
      return <LookDialog theme={draft.theme} {...{ onApply, onClose }} />;
    }
    case 'versions':
      return <VersionsDialog {...{ workbook, saver, onClose }} />;
    case 'share':
      return null;
  }
}
