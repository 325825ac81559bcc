import type { Server } from '../ask-server.ts';
import { element } from '../../markup/index.ts';

export interface ThreadListInput {
  readonly server: Pick<Server, 'json'>;
  readonly deploymentId: number;
  readonly agentId: number;
  readonly onOpen: (thread: ListedThread) => void;
  /** A chat was deleted. */
  readonly onGone: (chatId: string) => void;
  readonly say: (text: string) => void;
}

/** A chat of the viewer. */
export interface ListedThread {
  readonly chatId: string;
  readonly title: string;
}

interface ThreadPage {
  readonly items: readonly ListedThread[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const texts = {
  title: 'Your chats',
  empty: 'No chats yet.',
  more: 'More',
  rename: 'Rename',
  save: 'Save',
  name: 'Name of the chat',
  remove: 'Delete',
  sure: 'Delete for good?',
  gone: 'The chat is deleted',
  of: (action: string, title: string) => `${action}: ${title}`,
} as const;
const atOnce = 20;

/** The viewer's own chats with an agent, the last changed first. */
export class ThreadList {
  readonly root: HTMLElement;
  readonly #input: ThreadListInput;
  readonly #items = element('ul', { className: 'thread-items' });
  readonly #problem = element('p', { className: 'error' });
  #current: string | undefined;

  constructor(input: ThreadListInput) {
    this.#input = input;
    this.#problem.role = 'alert';
    const heading = element('h2', {}, texts.title);
    this.root = element('nav', { className: 'threads' }, heading, this.#problem, this.#items);
    this.root.ariaLabel = texts.title;
  }

  /** Marks the chat that is shown. */
  set current(chatId: string | undefined) {
    this.#current = chatId;
    for (const item of this.#items.children) this.#mark(item);
  }

  /** @param after cursor of the page before */
  async fill(after?: string): Promise<void> {
    const { server, deploymentId, agentId } = this.#input;
    const query = new URLSearchParams({ deploymentId: `${deploymentId}`, agentId: `${agentId}`, first: `${atOnce}` });
    if (after !== undefined) query.set('after', after);
    const answer = await server.json<ThreadPage>(`/chat/threads?${query}`);
    this.#problem.textContent = answer.ok ? '' : answer.text;
    if (!answer.ok) return;
    const { items, pageInfo } = answer.body;
    const rows = items.map((thread) => this.#row(thread));
    if (after === undefined) this.#items.replaceChildren(...rows);
    else this.#items.append(...rows);
    if (this.#items.children.length === 0) this.#items.append(element('li', { className: 'notice' }, texts.empty));
    const { hasNextPage, endCursor } = pageInfo;
    if (!hasNextPage || endCursor === null) return;
    const more = element('li', {});
    const next = async () => {
      more.remove();
      await this.fill(endCursor);
    };
    more.append(button(texts.more, texts.more, next));
    this.#items.append(more);
  }

  #row(thread: ListedThread): HTMLElement {
    const { chatId, title } = thread;
    const open = button(title, title, () => this.#input.onOpen(thread));
    open.className = 'thread';
    const item = element('li', {}, open);
    item.dataset['chat'] = chatId;
    const rename = button(texts.rename, texts.of(texts.rename, title), () => this.#rename(item, thread));
    const remove = button(texts.remove, texts.of(texts.remove, title), () => {
      if (remove.textContent === texts.sure) return this.#remove(thread);
      remove.textContent = texts.sure;
      remove.ariaLabel = texts.of(texts.sure, title);
    });
    remove.addEventListener('blur', () => {
      remove.textContent = texts.remove;
      remove.ariaLabel = texts.of(texts.remove, title);
    });
    for (const each of [rename, remove]) each.classList.add('quiet');
    item.append(element('span', { className: 'thread-actions' }, rename, remove));
    this.#mark(item);
    return item;
  }

  #rename(item: HTMLElement, thread: ListedThread): void {
    const field = element('input', { value: thread.title, maxLength: 200, required: true });
    field.ariaLabel = texts.name;
    const form = element('form', { className: 'rename' }, field, element('button', { type: 'submit' }, texts.save));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const title = field.value.trim();
      if (title === '') return;
      const answer = await this.#input.server.json<ListedThread>(pathOf(thread), { title }, 'PATCH');
      this.#problem.textContent = answer.ok ? '' : answer.text;
      if (answer.ok) item.replaceWith(this.#row({ ...thread, title: answer.body.title }));
    });
    form.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') item.replaceWith(this.#row(thread));
    });
    item.replaceChildren(form);
    field.select();
  }

  async #remove(thread: ListedThread): Promise<void> {
    const answer = await this.#input.server.json(pathOf(thread), undefined, 'DELETE');
    this.#problem.textContent = answer.ok ? '' : answer.text;
    if (!answer.ok) return;
    this.#input.say(texts.gone);
    this.#input.onGone(thread.chatId);
    await this.fill();
  }

  #mark(item: Element): void {
    const isCurrent = item instanceof HTMLElement && item.dataset['chat'] === this.#current;
    const open = item.querySelector('.thread');
    if (isCurrent && this.#current !== undefined) open?.setAttribute('aria-current', 'true');
    else open?.removeAttribute('aria-current');
  }
}

const pathOf = ({ chatId }: ListedThread): string => `/chat/threads/${encodeURIComponent(chatId)}`;

function button(text: string, label: string, act: () => unknown): HTMLButtonElement {
  const made = element('button', { type: 'button', textContent: text });
  made.ariaLabel = label;
  made.addEventListener('click', () => void act());
  return made;
}
