import { expect } from 'vitest';
import type { Guarded } from './guarded-browser.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Makes workbooks, reports and dashboards by the API, as the person who is signed in. */
export class Maker {
  readonly #guarded: Guarded;
  readonly #origin: string;

  constructor(guarded: Guarded, origin: string) {
    this.#guarded = guarded;
    this.#origin = origin;
  }

  // The answers are those of our own server; tests read what they need.
  // oxlint-disable-next-line typescript/no-explicit-any
  async api(method: 'post' | 'put' | 'get' | 'delete', path: string, data?: object): Promise<any> {
    const options = { headers: { origin: this.#origin }, ...(data ? { data } : {}) };
    const answer = await this.#guarded.context.request[method](`/api/v1${path}`, options);
    const text = await answer.text();
    expect([path, answer.ok() ? '' : text]).toEqual([path, '']);
    return text === '' ? undefined : JSON.parse(text);
  }

  async workbook(name: string, more: Json = {}) {
    const { id: workbookId } = await this.api('post', '/deployments/1/workbooks', { name, ...more });
    const report = async (title: string, body: Json): Promise<number> => {
      const made = await this.api('post', '/deployments/1/reports', { name: title, workbookId, ...body });
      return made.id;
    };
    return { workbookId: workbookId as number, report };
  }

  draft(workbookId: number, widgets: readonly Json[]) {
    return this.api('put', `/deployments/1/workbooks/${workbookId}/dashboard`, { dashboardDraft: { widgets } });
  }

  /** @returns the id in the address of the dashboard */
  async publish(workbookId: number, widgets: readonly Json[]): Promise<string> {
    const body = { workbookId, config: { widgets } };
    return (await this.api('post', `/deployments/1/workbooks/${workbookId}/publish`, body)).publicId;
  }

  async userId(username: string): Promise<number> {
    return (await this.api('get', `/users?search=${username}`)).items[0].id;
  }

  /** @param to `{ userId }` or `{ groupId }` */
  async share(item: { readonly type: string; readonly id: number }, to: Json, action: string): Promise<void> {
    const body = { resourceType: item.type, resourceId: item.id, ...to, action };
    await this.api('put', `/resource-policies/${'groupId' in to ? 'group' : 'user'}`, body);
  }
}
