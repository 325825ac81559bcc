import type { Server } from '../ask-server.ts';
import { settingsOf, textOf } from '../dashboard/dashboard.ts';
import { element } from '../elements.ts';
import { avatar } from './avatar.ts';

export interface AppInput {
  readonly server: Server;
  readonly deploymentId: number;
  /** Address of the logo of the account. */
  readonly logo?: string | undefined;
  /** Opens a dashboard in place of the list. */
  readonly open: (publicId: string) => void;
}

interface Item {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly publishedDashboard?: { readonly publicId: string } | null;
}

interface Listed {
  readonly items: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const texts = {
  title: 'Workspace',
  own: 'Own items',
  shared: 'Shared with everybody',
  empty: 'Nothing here yet.',
  open: 'Open',
  copy: 'Duplicate',
  more: 'More',
  back: 'Back',
  kinds: { FOLDER: 'Folder', WORKBOOK: 'Workbook', REPORT: 'Report' } as Readonly<Record<string, string>>,
} as const;

/** The application of viewers in creator mode: own items, and those that the company shares, to look at and to copy. */
export async function showApp(input: AppInput): Promise<HTMLElement> {
  const { server } = input;
  const [me, config] = await Promise.all([server.json<unknown>('/users/me'), server.json<unknown>('/app-config')]);
  const { displayName, picture } = settingsOf(me.ok ? me.body : undefined);
  const mode = settingsOf(settingsOf(config.ok ? config.body : undefined)['creatorMode']);
  const title = mode['showWorkspaceTitle'] === false ? '' : (textOf(mode['workspaceTitle']) ?? texts.title);
  const problem = element('p', { className: 'error' });
  problem.role = 'alert';
  const person = avatar(textOf(displayName) ?? '', textOf(picture));
  const logo = input.logo === undefined ? [] : [logoFrom(input.logo)];
  const head = element('header', { className: 'app-head' }, ...logo, element('h1', {}, title), person);
  const onProblem = (text: string) => {
    problem.textContent = text;
  };
  const own = new ItemList({ ...input, list: 'workspace', heading: texts.own, onProblem, onCopied: () => own.fill() });
  const shared = new ItemList({
    ...{ ...input, list: 'shared-workspace', heading: texts.shared, onProblem },
    onCopied: () => own.fill(),
  });
  await Promise.all([own.fill(), shared.fill()]);
  return element('main', { className: 'app' }, head, problem, own.root, shared.root);
}

function logoFrom(src: string): HTMLElement {
  const logo = element('img', { className: 'logo', alt: '', src, referrerPolicy: 'no-referrer' });
  logo.addEventListener('error', () => logo.remove());
  return logo;
}

interface ItemListInput extends AppInput {
  readonly list: 'workspace' | 'shared-workspace';
  readonly heading: string;
  readonly onProblem: (text: string) => void;
  readonly onCopied: () => Promise<void>;
}

/** The items of one folder, page by page. */
class ItemList {
  readonly root: HTMLElement;
  readonly #items = element('ul', { className: 'items' });
  readonly #input: ItemListInput;

  constructor(input: ItemListInput) {
    this.#input = input;
    this.root = element('section', {}, element('h2', {}, input.heading), this.#items);
  }

  /** @param folders the way to the folder, from the root on @param after cursor of the page before */
  async fill(folders: readonly Item[] = [], after?: string): Promise<void> {
    const folder = folders.at(-1);
    const listed = await this.#list(folder, after);
    if (!listed) return;
    const rows = listed.items.map((item) => this.#row(item, (opened) => this.fill([...folders, opened])));
    if (after === undefined) {
      const back = button(texts.back, () => this.fill(folders.slice(0, -1)));
      this.#items.replaceChildren(...(folder ? [element('li', {}, back, ` ${folder.name}`)] : []), ...rows);
      if (rows.length === 0) this.#items.append(element('li', { className: 'notice' }, texts.empty));
    } else this.#items.append(...rows);
    const { hasNextPage, endCursor } = listed.pageInfo;
    if (!hasNextPage || endCursor === null) return;
    const more = element('li', {});
    const next = async () => {
      more.remove();
      await this.fill(folders, endCursor);
    };
    more.append(button(texts.more, next));
    this.#items.append(more);
  }

  async #list(folder: Item | undefined, after: string | undefined): Promise<Listed | undefined> {
    const { server, deploymentId, list, onProblem } = this.#input;
    const query = new URLSearchParams({
      ...(folder ? { folderId: String(folder.id) } : {}),
      ...(after === undefined ? {} : { after }),
    });
    const answer = await server.json<Listed>(`/deployments/${deploymentId}/${list}?${query}`);
    onProblem(answer.ok ? '' : answer.text);
    return answer.ok ? answer.body : undefined;
  }

  #row(item: Item, openFolder: (item: Item) => Promise<void>): HTMLElement {
    const { type, name, publishedDashboard } = item;
    const actions: HTMLElement[] = [];
    if (type === 'FOLDER') actions.push(button(texts.open, () => openFolder(item), name));
    if (publishedDashboard) {
      actions.push(button(texts.open, () => this.#input.open(publishedDashboard.publicId), name));
    }
    if (type === 'WORKBOOK') actions.push(button(texts.copy, () => this.#copy(item), name));
    return element('li', {}, element('span', {}, name), element('small', {}, texts.kinds[type] ?? type), ...actions);
  }

  async #copy({ id }: Item): Promise<void> {
    const { server, deploymentId, list, onProblem, onCopied } = this.#input;
    const path = `/deployments/${deploymentId}/workbooks/${id}/duplicate`;
    const answer = await server.json(path, { shared: list === 'shared-workspace' });
    onProblem(answer.ok ? '' : answer.text);
    if (answer.ok) await onCopied();
  }
}

function button(text: string, act: () => unknown, about = ''): HTMLButtonElement {
  const made = element('button', { type: 'button', textContent: text });
  if (about !== '') made.ariaLabel = `${text}: ${about}`;
  made.addEventListener('click', () => void act());
  return made;
}
