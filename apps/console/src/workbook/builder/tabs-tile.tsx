import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../../controls/dialog.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { TileMenu } from '../../tiles/chart-tile.tsx';
import TileTabs from '../../tiles/tile-tabs.tsx';
import { builderTabsWords as words } from '../../words/builder-tabs-words.ts';
import { workbookWords } from '../../words/workbook-words.ts';
import { recordOf } from '../../model/record.ts';
import type { Draft, DraftWidget } from '../../model/dashboard-draft.ts';
import {
  type DraftTab,
  moveTab,
  removeTab,
  setTabs,
  type TabPlace,
  tabsOf,
  widgetsIn,
} from '../../model/dashboard-draft-tabs.ts';
import { tabPlaceAttribute } from './use-tab-drop.ts';
import { FormActions } from '../../controls/form-actions.tsx';

interface TabsTileProps {
  readonly widget: DraftWidget;
  readonly draft: Draft;
  readonly name: string;
  readonly handle: ReactNode;
  readonly onChange: (change: (draft: Draft) => Draft) => void;
  readonly renderGrid: (widgets: readonly DraftWidget[], tab: TabPlace) => ReactNode;
}

/** A container of tabs where dashboards are built: its tabs are added, named, moved and taken off by its menu. */
export function TabsTile({ widget, draft, name, handle, onChange, renderGrid }: TabsTileProps) {
  const tabs = tabsOf(widget);
  const [chosen, setChosen] = useState<string>();
  const [renamed, setRenamed] = useState<DraftTab>();
  const index = Math.max(
    tabs.findIndex(({ id }) => id === chosen),
    0,
  );
  const open = tabs[index];
  const container = widget.id;
  const add = () => {
    const id = crypto.randomUUID();
    setChosen(id);
    onChange((before) =>
      setTabs(before, container, (all) => [...all, { id, title: words.tab(all.length + 1), widgetIds: [] }]),
    );
  };
  const remove = (place: { readonly container: string; readonly tab?: string }) =>
    onChange((before) => removeTab(before, place));
  const actsOn = (tab: DraftTab): readonly (readonly [string, () => void] | false)[] => {
    const { id, title } = tab;
    const place = { container, tab: id };
    const move = (by: -1 | 1) => onChange((before) => moveTab(before, place, by));
    return [
      [words.rename(title), () => setRenamed(tab)],
      index > 0 && [words.earlier(title), () => move(-1)],
      index < tabs.length - 1 && [words.later(title), () => move(1)],
      tabs.length > 1 && [words.takeOff(title), () => remove(place)],
    ];
  };
  const acts = [
    [words.add, add] as const,
    ...(open ? actsOn(open) : []).filter((act) => act !== false),
    [workbookWords.remove, () => remove({ container })] as const,
  ];
  return (
    <section className="tile edited-tile tabs-tile" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {handle}
        <TileMenu title={name} acts={acts} />
      </header>
      {open ? (
        <TileTabs
          {...{ id: container, config: recordOf(widget.config) }}
          tabs={tabs.map((tab) => ({
            id: tab.id,
            title: tab.title,
            attributes: { [tabPlaceAttribute]: JSON.stringify({ container, tab: tab.id }) },
            render: () =>
              tab.widgetIds.length === 0 ? (
                <p className="help">{words.empty}</p>
              ) : (
                renderGrid(widgetsIn(draft, tab), { container, tab: tab.id })
              ),
          }))}
          open={index}
          onOpen={(tab) => setChosen(tabs[tab]?.id)}
        />
      ) : null}
      {renamed ? (
        <RenameTab
          tab={renamed}
          onClose={() => setRenamed(undefined)}
          onName={(title) =>
            onChange((before) =>
              setTabs(before, container, (all) => all.map((tab) => (tab.id === renamed.id ? { ...tab, title } : tab))),
            )
          }
        />
      ) : null}
    </section>
  );
}

interface RenameTabProps {
  readonly tab: DraftTab;
  readonly onName: (title: string) => void;
  readonly onClose: () => void;
}

function RenameTab({ tab, onName, onClose }: RenameTabProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title') ?? '').trim();
    if (title !== '') onName(title);
    onClose();
  };
  return (
    <Dialog title={words.renameTitle(tab.title)} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <TextField name="title" label={words.name} defaultValue={tab.title} maxLength={255} isRequired autoFocus />
        <FormActions action={words.save} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
