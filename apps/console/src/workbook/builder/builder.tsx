import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { contentQueries } from '../../api/content-queries.ts';
import { Button } from '../../controls/button.tsx';
import { useKeptFocus } from '../../controls/use-kept-focus.ts';
import {
  addWidget,
  type Draft,
  type DraftWidget,
  removeWidget,
  setConfig,
  type WidgetConfig,
  type WidgetType,
} from '../../model/dashboard-draft.ts';
import { facts } from '../../page/facts.ts';
import { PageBar } from '../../shell/page-bar.tsx';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { Report, ServedWorkbook } from '../report.ts';
import { type BuilderDialog, BuilderDialogs } from './builder-dialogs.tsx';
import type { TileAction } from './builder-tile.tsx';
import { BuilderTools } from './builder-tools.tsx';
import { DraftFaults } from './draft-faults.tsx';
import type { Saving } from './draft-saver.ts';
import { DraftTiles } from './draft-tiles.tsx';
import { lookOf } from './look/saved-theme.ts';
import { compacted } from './move-tile.ts';
import { useDraft } from './use-draft.ts';
import { nameOfWidget } from './what-changes.ts';

interface BuilderProps {
  readonly workbook: ServedWorkbook;
  readonly reports: readonly Report[];
  readonly first: Draft;
}

/** Builds the dashboard of a workbook on a grid, by pointer and keyboard. */
export function Builder({ workbook, reports, first }: BuilderProps) {
  const { deploymentId, id: workbookId, name } = workbook;
  const client = useQueryClient();
  const stored = useDraft(workbook, first);
  const { draft, saving, canUndo } = stored;
  const change = (next: (before: Draft) => Draft) => stored.change((before) => compacted(next(before)));
  // Dashboards that viewers in frames make have no theme of the account.
  const themes = useQuery({ ...contentQueries.dashboardThemes, enabled: facts.app === undefined }).data ?? [];
  const look = lookOf(draft.theme, themes);
  const [news, setNews] = useState({ text: '', count: 0 });
  const tell = (text: string) => setNews(({ count }) => ({ text, count: count + 1 }));
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  const [opened, setOpened] = useOpenedDialog(first);
  const refresh = () => client.invalidateQueries({ queryKey: ['workbook', deploymentId, workbookId] });
  const add = (type: WidgetType, config: WidgetConfig, known: Parameters<typeof nameOfWidget>[1] = reports) => {
    const widget = { id: crypto.randomUUID(), type, config };
    change((before) => addWidget(before, widget));
    tell(words.added(nameOfWidget(widget, known)));
  };
  const act = (what: TileAction, widget: DraftWidget) => {
    const { id, type, config } = widget;
    if (what === 'remove') {
      change((before) => removeWidget(before, id));
      tell(words.removed(nameOfWidget(widget, reports)));
    } else if (what === 'title')
      change((before) => setConfig(before, id, { hideTitle: config?.['hideTitle'] === true ? undefined : true }));
    else if (what === 'mapping') setOpened({ kind: 'mapping', widget });
    else if (type === 'TEXT' || type === 'FILTER' || type === 'TIME_GRAIN') setOpened({ kind: type, widget });
  };
  const of = { deploymentId: String(deploymentId), workbookId: String(workbookId) };
  return (
    <>
      <PageBar title={words.builderOf(name)}>
        <span role="status" className="help">
          {textOfSaving(saving)}
        </span>
        <Link className="button" to="/deployments/$deploymentId/workbooks/$workbookId" params={of}>
          {words.toReports}
        </Link>
        <Button onPress={() => setOpened({ kind: 'versions' })}>{words.versions}</Button>
        {workbook.access === 'full' ? (
          <Button onPress={() => setOpened({ kind: 'share' })}>{words.share}</Button>
        ) : null}
        <Button look="primary" isDisabled={draft.widgets.length === 0} onPress={() => setOpened({ kind: 'publish' })}>
          {words.publish}
        </Button>
      </PageBar>
      <div className="page builder" ref={place}>
        <DraftFaults stored={stored} reports={reports} onTaken={() => void refresh()} />
        <BuilderTools
          name={name}
          onOpen={setOpened}
          onAddTabs={() =>
            add('TABS_CONTAINER', { tabs: [{ id: crypto.randomUUID(), title: words.firstTab, widgetIds: [] }] })
          }
          canUndo={canUndo}
          onUndo={() => {
            stored.undo();
            tell(words.undone);
          }}
        />
        <div role="status" className="unseen">
          <span key={news.count}>{news.text}</span>
        </div>
        {draft.widgets.length === 0 ? <p>{words.emptyDraft}</p> : null}
        {draft.widgets.some(({ type }) => type === 'FILTER') ? <p className="help">{words.unfiltered}</p> : null}
        <DraftTiles {...{ deploymentId, draft, reports, look }} onChange={change} onAct={act} />
      </div>
      <BuilderDialogs
        {...{ workbook, reports, stored, look, opened }}
        onOpen={setOpened}
        onChange={change}
        onAddChart={(report) => {
          add('CHART', { reportId: report.id }, [report]);
          setOpened(undefined);
          void refresh();
        }}
        onKeep={(type, config, widget) => {
          if (widget) change((before) => setConfig(before, widget.id, config));
          else add(type, config);
          setOpened(undefined);
        }}
        onPublished={refresh}
      />
    </>
  );
}

/** The dialog that is open. A link of a published chart opens its mapping at once. */
function useOpenedDialog(first: Draft) {
  const { mapping } = useSearch({ strict: false }) as { readonly mapping?: unknown };
  return useState<BuilderDialog | undefined>(() => {
    const widget = first.widgets.find(({ id }) => id === mapping);
    return widget && { kind: 'mapping', widget };
  });
}

function textOfSaving(saving: Saving): string {
  switch (saving.kind) {
    case 'failed':
      return words.notSaved(saving.text);
    case 'conflict':
      return words.inConflict;
    case 'saving':
      return words.saving;
    default:
      return words.saved;
  }
}
