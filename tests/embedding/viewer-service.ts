import { join } from 'node:path';
import { ScimService, type ScimServiceOptions } from '../scim/scim-service.ts';
import type { StorePlace } from '../servers/store-place.ts';

/** What servers in production mode ask of their proxy; others ignore it. */
export const throughProxy = { 'x-forwarded-proto': 'https' } as const;

export interface ViewerAnswer {
  readonly status: number;
  readonly text: string;
  // The body is from our own service; the tests assert the relevant fields.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** A server that an embedding application and its viewers call. */
export class ViewerService implements AsyncDisposable {
  readonly service: ScimService;

  private constructor(service: ScimService) {
    this.service = service;
  }

  /** @param options `project`: folder of the project, in place of the one of these tests. */
  static async open(kind: StorePlace['kind'], options: ScimServiceOptions = {}): Promise<ViewerService> {
    const service = await ScimService.open(kind, { project: join(import.meta.dirname, 'project'), ...options });
    const { changes, settings, accountId } = service.metadata;
    await changes.changeRights({ accountId, by: { via: 'command' } }, (change) =>
      settings.update(change, { flags: { useCreatorMode: true } }),
    );
    return new ViewerService(service);
  }

  /** As an admin of the account, unless told otherwise. */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    authorization = `Bearer ${this.service.key}`,
  ): Promise<ViewerAnswer> {
    const answer = await fetch(`${this.service.served.origin}${path}`, {
      method,
      headers: {
        authorization,
        ...throughProxy,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: parsed(text) };
  }

  /** Makes and exchanges a session. @returns the embed token */
  async tokenFor(given: object): Promise<string> {
    const made = await this.ask('POST', '/api/v1/embed/generate-session', { deploymentId: 1, ...given });
    if (made.status !== 200) throw new Error(made.text);
    const { sessionId } = made.body;
    return (await this.ask('POST', '/api/v1/embed/session/token', { sessionId })).body.token;
  }

  /** @returns the token for the Data API, which a viewer with the embed token gets */
  async dataTokenOf(token: string): Promise<string> {
    const answer = await this.ask('POST', '/api/v1/deployments/1/token', undefined, `Embed-Token ${token}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.cubeApiToken;
  }

  /** Asks until the answer is not "continue wait". */
  async data(authorization: string, route: string, body: unknown): Promise<ViewerAnswer> {
    for (;;) {
      const answer = await this.ask('POST', `/cubejs-api/v1/${route}`, body, authorization);
      if (answer.body?.error !== 'Continue wait') return answer;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.service[Symbol.asyncDispose]();
  }
}

/** @returns `undefined` for what is not one JSON value, such as lines */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
