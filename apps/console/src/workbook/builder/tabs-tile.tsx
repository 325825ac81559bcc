import { type FormEvent, type ReactNode, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Dialog } from '../../controls/dialog.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { TileMenu } from '../../tiles/chart-tile.tsx';
import { builderTabsWords as words } from '../../words/builder-tabs-words.ts';
import { workbookWords } from '../../words/workbook-words.ts';
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
  const open = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  const container = widget.id;
  const placeOf = (tab: string) => ({ [tabPlaceAttribute]: JSON.stringify({ container, tab }) });
  const add = () => {
    const id = crypto.randomUUID();
    setChosen(id);
    onChange((before) =>
      setTabs(before, container, (all) => [...all, { id, title: words.tab(all.length + 1), widgetIds: [] }]),
    );
  };
  const index = tabs.findIndex((tab) => tab === open);
  const acts = [
    [words.add, add] as const,
    ...(open
      ? [
          [words.rename(open.title), () => setRenamed(open)] as const,
          ...(index > 0
            ? [
                [
                  words.earlier(open.title),
                  () => onChange((before) => moveTab(before, { container, tab: open.id }, -1)),
                ] as const,
              ]
            : []),
          ...(index < tabs.length - 1
            ? [
                [
                  words.later(open.title),
                  () => onChange((before) => moveTab(before, { container, tab: open.id }, 1)),
                ] as const,
              ]
            : []),
          ...(tabs.length > 1
            ? [
                [
                  words.takeOff(open.title),
                  () => onChange((before) => removeTab(before, { container, tab: open.id })),
                ] as const,
              ]
            : []),
        ]
      : []),
    [workbookWords.remove, () => onChange((before) => removeTab(before, { container }))] as const,
  ];
  return (
    <section className="tile edited-tile tabs-tile" aria-label={name}>
      <header>
        <h2>{name}</h2>
        {handle}
        <TileMenu title={name} acts={acts} />
      </header>
      {open ? (
        <Tabs className="tile-tabs" selectedKey={open.id} onSelectionChange={(key) => setChosen(String(key))}>
          <TabList className="tile-tablist" aria-label={name}>
            {tabs.map(({ id, title }) => (
              <Tab key={id} id={id} {...placeOf(id)}>
                {title}
              </Tab>
            ))}
          </TabList>
          <TabPanel key={open.id} id={open.id} {...placeOf(open.id)}>
            {open.widgetIds.length === 0 ? (
              <p className="help">{words.empty}</p>
            ) : (
              renderGrid(widgetsIn(draft, open), { container, tab: open.id })
            )}
          </TabPanel>
        </Tabs>
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
