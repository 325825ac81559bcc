import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { contentQueries } from '../../api/content-queries.ts';
import { askerOf } from '../../api/data.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../controls/button.tsx';
import { useKeptFocus } from '../../controls/use-kept-focus.ts';
import { viewsOf } from '../../model/views.ts';
import { OpenShareDialog } from '../../share/open-share-dialog.tsx';
import { PageBar } from '../../shell/page-bar.tsx';
import { facts } from '../../page/facts.ts';
import { InLook } from '../../tiles/in-look.tsx';
import { shellWords } from '../../words/shell-words.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { Report, ServedWorkbook } from '../report.ts';
import { useReportRows } from '../use-report-rows.ts';
import { BuilderGrid } from './builder-grid.tsx';
import { BuilderTile, type TileAction } from './builder-tile.tsx';
import {
  addWidget,
  type Draft,
  type DraftWidget,
  removeWidget,
  reportIdOf,
  setConfig,
  setPlaces,
  type WidgetType,
  withTheme,
} from '../../model/dashboard-draft.ts';
import { isContainer, moveTo, type TabPlace, topWidgets } from '../../model/dashboard-draft-tabs.ts';
import { compacted } from './move-tile.ts';
import { lookOf } from './look/saved-theme.ts';
import { useDraft } from './use-draft.ts';
import { nameOfWidget } from './what-changes.ts';

const later = () => import('./later.ts');
const AddChart = lazy(async () => ({ default: (await later()).AddChart }));
const ControlDialog = lazy(async () => ({ default: (await later()).ControlDialog }));
const DraftConflict = lazy(async () => ({ default: (await later()).DraftConflict }));
const MappingDialog = lazy(async () => ({ default: (await later()).MappingDialog }));
const LookDialog = lazy(async () => ({ default: (await later()).LookDialog }));
const PublishDialog = lazy(async () => ({ default: (await later()).PublishDialog }));
const TabsTile = lazy(async () => ({ default: (await later()).TabsTile }));
const TextDialog = lazy(async () => ({ default: (await later()).TextDialog }));
const VersionsDialog = lazy(async () => ({ default: (await later()).VersionsDialog }));

interface BuilderProps {
  readonly workbook: ServedWorkbook;
  readonly reports: readonly Report[];
  readonly first: Draft;
}

type OpenDialog = 'chart' | 'publish' | 'versions' | 'share' | 'look';

interface Edited {
  readonly kind: 'FILTER' | 'TIME_GRAIN' | 'TEXT' | 'mapping';
  /** Absent: one that is added. */
  readonly widget?: DraftWidget;
}

/** Builds the dashboard of a workbook on a grid, by pointer and keyboard. */
export function Builder({ workbook, reports, first }: BuilderProps) {
  const { deploymentId, id: workbookId, name } = workbook;
  const client = useQueryClient();
  const asker = askerOf(deploymentId);
  const meta = useQuery(queries.meta(asker)).data;
  const views = useMemo(() => (meta ? viewsOf(meta) : []), [meta]);
  const {
    draft,
    saving,
    saver,
    revision,
    canUndo,
    change: changeDraft,
    undo,
    takeOther,
    keepMine,
  } = useDraft(workbook, first);
  const change = (next: (before: Draft) => Draft) => changeDraft((before) => compacted(next(before)));
  const shown = useMemo(() => {
    const ids = new Set(draft.widgets.filter(({ type }) => type === 'CHART').map(reportIdOf));
    return reports.filter(({ id }) => ids.has(id));
  }, [draft, reports]);
  const { stateOf, again } = useReportRows(asker, meta, shown);
  // Dashboards that viewers in frames make have no theme of the account.
  const themes = useQuery({ ...contentQueries.dashboardThemes, enabled: facts.app === undefined }).data ?? [];
  const [open, setOpen] = useState<OpenDialog>();
  const [news, setNews] = useState({ text: '', count: 0 });
  const tell = (text: string) => setNews(({ count }) => ({ text, count: count + 1 }));
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  // Whoever comes from a chart of the published dashboard sees its mapping at once.
  const { mapping } = useSearch({ strict: false }) as { readonly mapping?: unknown };
  const [edited, setEdited] = useState<Edited | undefined>(() => {
    const widget = first.widgets.find(({ id }) => id === mapping);
    return widget && { kind: 'mapping', widget };
  });
  const close = () => {
    setOpen(undefined);
    setEdited(undefined);
  };
  const refresh = () => client.invalidateQueries({ queryKey: ['workbook', deploymentId, workbookId] });
  const add = (
    type: WidgetType,
    config: Readonly<Record<string, unknown>>,
    known: readonly Pick<Report, 'id' | 'title' | 'name'>[] = reports,
  ) => {
    const widget = { id: crypto.randomUUID(), type, config };
    change((before) => addWidget(before, widget));
    tell(words.added(nameOfWidget(widget, known)));
  };
  const addTabs = () =>
    add('TABS_CONTAINER', { tabs: [{ id: crypto.randomUUID(), title: words.firstTab, widgetIds: [] }] });
  const keep = (type: WidgetType, config: Readonly<Record<string, unknown>>) => {
    const widget = edited?.widget;
    if (widget) change((before) => setConfig(before, widget.id, config));
    else add(type, config);
    close();
  };
  const act = (what: TileAction, widget: DraftWidget) => {
    const { id, type, config } = widget;
    if (what === 'remove') {
      change((before) => removeWidget(before, id));
      tell(words.removed(nameOf(widget)));
    } else if (what === 'title')
      change((before) => setConfig(before, id, { hideTitle: config?.['hideTitle'] === true ? undefined : true }));
    else if (what === 'mapping') setEdited({ kind: 'mapping', widget });
    else if (type === 'TEXT' || type === 'FILTER' || type === 'TIME_GRAIN') setEdited({ kind: type, widget });
  };
  const of = { deploymentId: String(deploymentId), workbookId: String(workbookId) };
  const said =
    saving.kind === 'failed'
      ? words.notSaved(saving.text)
      : saving.kind === 'conflict'
        ? words.inConflict
        : saving.kind === 'saving'
          ? words.saving
          : words.saved;
  const nameOf = (widget: DraftWidget) => nameOfWidget(widget, reports);
  const renderTile = (widget: DraftWidget, handle: ReactNode) => {
    if (isContainer(widget)) {
      return (
        <Suspense>
          <TabsTile
            widget={widget}
            draft={draft}
            name={nameOf(widget)}
            handle={handle}
            onChange={change}
            renderGrid={renderGrid}
          />
        </Suspense>
      );
    }
    const report = reports.find(({ id }) => id === reportIdOf(widget));
    return (
      <BuilderTile
        widget={widget}
        draft={draft}
        name={nameOf(widget)}
        report={report}
        state={report && stateOf(report.id)}
        handle={handle}
        onAct={(what) => act(what, widget)}
        onMove={(place) => change((before) => moveTo(before, widget.id, place))}
        onAgain={() => report && again(report.id)}
      />
    );
  };
  const renderGrid = (widgets: readonly DraftWidget[], tab?: TabPlace) => (
    <BuilderGrid
      draft={{ widgets: [...widgets] }}
      tab={tab}
      onMove={(id, place) => change((before) => moveTo(before, id, place))}
      nameOf={nameOf}
      onPlaces={(places) => change((before) => setPlaces(before, places))}
      render={renderTile}
    />
  );
  return (
    <>
      <PageBar title={words.builderOf(name)}>
        <span role="status" className="help">
          {said}
        </span>
        <Link className="button" to="/deployments/$deploymentId/workbooks/$workbookId" params={of}>
          {words.toReports}
        </Link>
        <Button onPress={() => setOpen('versions')}>{words.versions}</Button>
        {workbook.access === 'full' ? <Button onPress={() => setOpen('share')}>{words.share}</Button> : null}
        <Button look="primary" isDisabled={draft.widgets.length === 0} onPress={() => setOpen('publish')}>
          {words.publish}
        </Button>
      </PageBar>
      <div className="page builder" ref={place}>
        {saving.kind === 'failed' ? (
          <p className="notice negative" role="alert">
            {said} <Button onPress={() => void saver.settle()}>{shellWords.tryAgain}</Button>
          </p>
        ) : null}
        {saving.kind === 'conflict' ? (
          <Suspense>
            <DraftConflict
              mine={draft}
              other={saving.other}
              reports={reports}
              isBlocking={() => saver.isInConflict()}
              onLoad={() => {
                takeOther(saving.other);
                void refresh();
              }}
              onKeep={() => keepMine(saving.other)}
            />
          </Suspense>
        ) : null}
        <div className="builder-tools" role="toolbar" aria-label={words.builderOf(name)}>
          <Button onPress={() => setOpen('chart')}>{words.addChart}</Button>
          <Button onPress={() => setEdited({ kind: 'TEXT' })}>{words.addText}</Button>
          <MenuTrigger>
            <Button>{words.addControl}</Button>
            <Popover className="popover">
              <Menu
                className="menu"
                aria-label={words.addControl}
                onAction={(id) => setEdited({ kind: id as 'FILTER' | 'TIME_GRAIN' })}
              >
                <MenuItem id="FILTER">{words.filter}</MenuItem>
                <MenuItem id="TIME_GRAIN">{words.timeGrain}</MenuItem>
              </Menu>
            </Popover>
          </MenuTrigger>
          <Button onPress={addTabs}>{words.addTabs}</Button>
          <Button onPress={() => setOpen('look')}>{words.look}</Button>
          <Button
            isDisabled={!canUndo}
            onPress={() => {
              undo();
              tell(words.undone);
            }}
          >
            {words.undo}
          </Button>
        </div>
        <div role="status" className="unseen">
          <span key={news.count}>{news.text}</span>
        </div>
        {draft.widgets.length === 0 ? <p>{words.emptyDraft}</p> : null}
        {draft.widgets.some(({ type }) => type === 'FILTER') ? <p className="help">{words.unfiltered}</p> : null}
        <InLook theme={lookOf(draft.theme, themes)}>{renderGrid(topWidgets(draft))}</InLook>
      </div>
      <Suspense>
        {open === 'chart' ? (
          <AddChart
            workbook={workbook}
            reports={reports}
            onAdd={(report) => {
              add('CHART', { reportId: report.id }, [report]);
              close();
              void refresh();
            }}
            onClose={close}
          />
        ) : null}
        {edited?.kind === 'TEXT' ? (
          <TextDialog widget={edited.widget} onKeep={(config) => keep('TEXT', config)} onClose={close} />
        ) : null}
        {edited?.kind === 'FILTER' || edited?.kind === 'TIME_GRAIN' ? (
          <ControlDialog
            asker={asker}
            type={edited.kind}
            widget={edited.widget}
            views={views}
            onKeep={(config) => keep(edited.kind as WidgetType, config)}
            onClose={close}
          />
        ) : null}
        {edited?.kind === 'mapping' && edited.widget ? (
          <MappingDialog
            draft={draft}
            chart={edited.widget.id}
            reports={reports}
            views={views}
            onChange={change}
            onClose={close}
          />
        ) : null}
        {open === 'publish' ? (
          <PublishDialog
            workbook={workbook}
            reports={reports}
            draft={draft}
            look={lookOf(draft.theme, themes)}
            saver={saver}
            basedOn={() => revision.current}
            onPublished={refresh}
            onShare={workbook.access === 'full' ? () => setOpen('share') : undefined}
            onClose={close}
          />
        ) : null}
        {open === 'look' ? (
          <LookDialog
            theme={draft.theme}
            onApply={(theme) => {
              change((before) => withTheme(before, theme));
              close();
            }}
            onClose={close}
          />
        ) : null}
        {open === 'versions' ? <VersionsDialog workbook={workbook} saver={saver} onClose={close} /> : null}
      </Suspense>
      <OpenShareDialog
        shared={open === 'share' ? { type: 'Workbook', id: workbookId, name, deploymentId } : undefined}
        onClose={close}
      />
    </>
  );
}
