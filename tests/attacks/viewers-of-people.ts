import { rm } from 'node:fs/promises';
import { vi } from 'vitest';
import { type ViewerAnswer, ViewerService } from '../embedding/viewer-service.ts';
import { writeProject } from '../guarded-service.ts';
import { euRows, peopleProject } from './people-project.ts';

const place = '/api/v1/deployments/1';
const groups = ['staff', 'eu', 'mine', 'nothing', 'failing', 'all'].map((name) => ({ name }));

/** What each group of viewers is granted. Rows of `mine` go by an attribute, and `nothing` sees no member. */
const policies = [
  {
    group: 'staff',
    member_level: { includes: ['id', 'name', 'region', 'count', 'total_pay', 'pay_band'] },
    member_masking: { includes: ['pay', 'highest_pay'] },
  },
  { group: 'eu', row_level: euRows },
  {
    group: 'mine',
    row_level: { filters: [{ member: 'region', operator: 'equals', values: ['{ userAttributes.region }'] }] },
  },
  { group: 'nothing', member_level: { includes: [] } },
  {
    group: 'failing',
    row_level: { filters: [{ member: 'id', operator: 'equals', values: ['{ securityContext.deep.id }'] }] },
  },
  { group: 'all' },
];

export interface Viewer {
  readonly token: string;
  readonly dataToken: string;
  readonly isCreator: boolean;
}

interface Shown {
  readonly workbookId: number;
  readonly publicId: string;
}

/** People and their visits, which viewers see by their groups, in production mode. */
export class ViewersOfPeople implements AsyncDisposable {
  readonly viewers: ViewerService;
  readonly #directory: string;
  readonly #statements: () => number;

  private constructor(viewers: ViewerService, directory: string) {
    this.viewers = viewers;
    this.#directory = directory;
    const slots = vi.spyOn(viewers.service.served.composition.runtime, 'queueOf');
    this.#statements = () => slots.mock.calls.length;
  }

  static async open(): Promise<ViewersOfPeople> {
    const directory = await writeProject(peopleProject(policies));
    const viewers = await ViewerService.open('sqlite', { project: directory, isProduction: true });
    for (const group of groups) await viewers.ask('POST', '/api/v1/groups', group);
    await viewers.ask('POST', '/api/v1/user-attributes', { name: 'region', type: 'string' });
    return new ViewersOfPeople(viewers, directory);
  }

  /** Statements sent to the data source so far. */
  get statements(): number {
    return this.#statements();
  }

  /** A viewer of the account, who reads. */
  async reader(externalId: string, given: object): Promise<Viewer> {
    return this.#viewer({ externalId, ...given }, false);
  }

  /** A viewer of a tenant with the same groups and attributes, in creator mode. */
  async creator(externalId: string, given: object, embedTenantName = 'acme-corp'): Promise<Viewer> {
    const defined = { groupDefinitions: groups, userAttributeDefinitions: [{ name: 'region', type: 'string' }] };
    return this.#viewer({ externalId, embedTenantName, creatorMode: true, ...defined, ...given }, true);
  }

  async #viewer(given: object, isCreator: boolean): Promise<Viewer> {
    const token = await this.viewers.tokenFor(given);
    return { token, dataToken: await this.viewers.dataTokenOf(token), isCreator };
  }

  as({ token }: Viewer, method: string, path: string, body?: unknown): Promise<ViewerAnswer> {
    return this.viewers.ask(method, path, body, `Embed-Token ${token}`);
  }

  /** Publishes a dashboard with one chart: the viewer in creator mode does, for others the admin. */
  async publish(viewer: Viewer, report: object, widgets: readonly object[] = []): Promise<Shown> {
    const ask = (method: string, path: string, body: unknown) =>
      viewer.isCreator
        ? this.as(viewer, method, `${place}${path}`, body)
        : this.viewers.ask(method, `${place}${path}`, body);
    const { id: workbookId } = (await ask('POST', '/workbooks', { name: `of ${crypto.randomUUID()}` })).body;
    const { id: reportId } = (await ask('POST', '/reports', { workbookId, name: 'chart', ...report })).body;
    const position = { x: 0, y: 0, w: 1, h: 1 };
    const chart = { id: 'chart', type: 'CHART', position, config: { reportId } };
    const config = { widgets: [chart, ...widgets] };
    const published = await ask('POST', `/workbooks/${workbookId}/publish`, { workbookId, config });
    if (published.status !== 200) throw new Error(published.text);
    const { publicId } = published.body;
    if (!viewer.isCreator) await ask('PUT', `/workbooks/${workbookId}/dashboard/embedding`, { allowEmbed: true });
    return { workbookId, publicId };
  }

  /** The only chart of a dashboard, as the viewer sees it. */
  async chart(viewer: Viewer, publicId: string, body: object = {}): Promise<ViewerAnswer> {
    const answer = await this.as(viewer, 'POST', `/api/v1/embed/dashboard/${publicId}/data`, body);
    if (answer.status !== 200) return answer;
    const [, text = ''] = answer.text.split('\n'); // after the line of the controls
    return { ...answer, text, body: JSON.parse(text) };
  }

  /** The answer to a query in a chart. */
  async charted(viewer: Viewer, query: object): Promise<ViewerAnswer> {
    const { publicId } = await this.publish(viewer, { jsonQuery: JSON.stringify(query) });
    return this.chart(viewer, publicId);
  }

  /** The rows of a query, by the Data API and in a chart, which have to be the same. */
  async rows(viewer: Viewer, query: object): Promise<readonly (readonly unknown[])[] | undefined> {
    const loaded = await this.viewers.data(viewer.dataToken, 'load', { query });
    const charted = await this.charted(viewer, query);
    const rows: readonly Readonly<Record<string, unknown>>[] | undefined = loaded.body?.data;
    const values = rows?.map((row) => Object.values(row));
    if (JSON.stringify(values) !== JSON.stringify(charted.body?.rows)) {
      throw new Error(`${JSON.stringify(query)}: ${loaded.text.slice(-500)} ${charted.text}`);
    }
    return values;
  }

  /** The rows of a statement, by the Data API and in a chart; `undefined` when it is refused. */
  async statementRows(viewer: Viewer, statement: string): Promise<readonly (readonly unknown[])[] | undefined> {
    const { publicId } = await this.publish(viewer, { sqlQuery: statement });
    const charted = await this.chart(viewer, publicId);
    const answer = await this.viewers.data(viewer.dataToken, 'cubesql', { query: statement });
    const lines = answer.text.trim().split('\n');
    const parts = lines.map((line) => JSON.parse(line));
    const isRefused = answer.status !== 200 || parts.some(({ error }) => error !== undefined);
    const rows = isRefused ? undefined : parts.flatMap(({ data = [] }) => data);
    if (JSON.stringify(rows) !== JSON.stringify(charted.body?.rows)) {
      throw new Error(`${statement}: ${answer.text.slice(0, 500)} ${charted.text}`);
    }
    return rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.viewers[Symbol.asyncDispose]();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
