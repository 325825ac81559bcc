import { type Settings, filledText } from './dashboard.ts';

interface TabsContainer<Tab> {
  readonly id: string;
  readonly config: Settings;
  readonly tabs: readonly Tab[];
}

/** The names of tabs, and the attributes of their elements, of which one tab and its panel are open. */
export function tabsOf<Tab extends { readonly title: string }>({ id, config, tabs }: TabsContainer<Tab>, open: number) {
  return {
    name: filledText(config['title']) ?? tabs.map(({ title }) => title).join(', '),
    tabs: tabs.map((content, index) => {
      const [tab, panel] = [`tab-${id}-${index}`, `panel-${id}-${index}`];
      const isOpen = index === open;
      return {
        content,
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

/** Opens the tab that a key names, and moves the focus to it. @param list the element of the tabs @param open the open one */
export function openTabByKey(
  event: Key & Pick<KeyboardEvent, 'preventDefault'>,
  list: HTMLElement,
  open: number,
  onOpen: (tab: number) => void,
): void {
  const isRightToLeft = getComputedStyle(list).direction === 'rtl';
  const next = tabByKey(event, open, list.children.length, isRightToLeft);
  if (next === undefined) return;
  event.preventDefault();
  onOpen(next);
  (list.children[next] as HTMLElement | undefined)?.focus(); // one of the tabs
}

/** The tab that a key opens. @param count how many there are */
export function tabByKey(
  { key, altKey, ctrlKey, metaKey }: Key,
  open: number,
  count: number,
  isRightToLeft: boolean,
): number | undefined {
  if (altKey || ctrlKey || metaKey) return undefined; // of the browser
  if (key === (isRightToLeft ? 'ArrowLeft' : 'ArrowRight')) return (open + 1) % count;
  if (key === (isRightToLeft ? 'ArrowRight' : 'ArrowLeft')) return (open - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
