import { textOf, type Widget } from './dashboard.ts';

/** The names of tabs, and the attributes of their elements, of which one tab and its panel are open. */
export function tabsOf({ id, config, tabs }: Widget, open: number) {
  return {
    name: textOf(config['title']) ?? tabs.map(({ title }) => title).join(', '),
    tabs: tabs.map(({ title, widgets }, index) => {
      const [tab, panel] = [`tab-${id}-${index}`, `panel-${id}-${index}`];
      const isOpen = index === open;
      return {
        title,
        widgets,
        isOpen,
        tab: {
          ...{ id: tab, role: 'tab', tabIndex: isOpen ? 0 : -1 },
          ...{ 'aria-selected': isOpen, 'aria-controls': panel },
        },
        panel: { id: panel, role: 'tabpanel', 'aria-labelledby': tab },
      };
    }),
  } as const;
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** The tab that a key opens. @param open the one that is open @param count how many there are */
export function tabByKey({ key, altKey, ctrlKey, metaKey }: Key, open: number, count: number): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined; // of the browser
  if (key === 'ArrowRight') return (open + 1) % count;
  if (key === 'ArrowLeft') return (open - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
