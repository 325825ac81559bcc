import { setImmediate } from 'node:timers/promises';
import type { DashboardConfig, WireContentFinding, WireProblem } from '@orrery/contract';
import type { Database } from '@orrery/store';
import { chartsOf, DashboardStore, readConfig, readDashboard } from '../workbook/index.ts';
import { type CheckedUnit, checkedParts, ContentCheckStore } from './content-check-store.ts';
import type { SortKeyValues, KeysetRange, ContentRights } from '../item/index.ts';
import { contentProblem, queriesOf, type StoredQuery } from '../query/index.ts';

/** Lists the problems of a stored query; see `storedQueryProblems`. */
export type AskModel = (query: StoredQuery) => Promise<readonly WireProblem[]>;

/** One item that was checked. */
export interface LookedAt {
  /** The key of its position in the whole check. */
  readonly key: SortKeyValues;
  readonly findings: readonly WireContentFinding[];
  readonly checked: number;
}

/** Finds stored content that the model breaks: reports, published dashboards, and drafts that lost a report. */
export class ContentCheck {
  readonly #database: Database;
  readonly #store: ContentCheckStore;
  readonly #dashboards: DashboardStore;

  constructor({ database }: { readonly database: Database }) {
    this.#database = database;
    this.#store = new ContentCheckStore(database);
    this.#dashboards = new DashboardStore(database);
  }

  /** Checks content the user may see. @param ask checks a query against the user's model */
  async look(rights: ContentRights, { after = [], most }: KeysetRange, ask: AskModel): Promise<readonly LookedAt[]> {
    const [part = 0, id = 0] = after.map(Number);
    const units = await this.#store.units(rights, { after: { part, id }, most });
    const queries = await this.#store.queriesOf(units.flatMap((unit) => (unit.part === 'report' ? [unit.id] : [])));
    const looked: LookedAt[] = [];
    for (const unit of units) {
      const key = [checkedParts.indexOf(unit.part), unit.id];
      looked.push({ key, ...(await this.#lookAt(unit, queries, rights, ask)) });
      await setImmediate(); // others are answered meanwhile
    }
    return looked;
  }

  async #lookAt(
    unit: CheckedUnit,
    queries: ReadonlyMap<number, readonly StoredQuery[]>,
    rights: ContentRights,
    ask: AskModel,
  ): Promise<Omit<LookedAt, 'key'>> {
    switch (unit.part) {
      case 'report':
        return lookAtReport(unit, queries.get(unit.id) ?? [], ask);
      case 'published':
        return this.#lookAtPublished(unit, ask);
      case 'draft':
        return this.#lookAtDraft(unit, rights);
    }
  }

  async #lookAtPublished({ id }: CheckedUnit, ask: AskModel): Promise<Omit<LookedAt, 'key'>> {
    const version = (await this.#dashboards.published(this.#database, [id])).get(id);
    if (!version) return nothing;
    const snapshots =
      (await this.#dashboards.snapshots(this.#database, [version.version_id])).get(version.version_id) ?? [];
    const dashboard = readDashboard(version, snapshots);
    const widgets = widgetsByReport(dashboard.config);
    const each: Omit<LookedAt, 'key'>[] = [];
    for (const { reportId, name, question } of dashboard.snapshots) {
      const asked = await problemsOf(queriesOf(question), ask);
      const found: WireContentFinding = {
        kind: 'PUBLISHED_WIDGET',
        name,
        reportId,
        workbookId: id,
        dashboardPublicId: dashboard.publicId,
        widgetIds: [...(widgets.get(reportId) ?? [])],
        problems: [...asked.problems],
      };
      each.push({ checked: asked.checked, findings: found.problems.length > 0 ? [found] : [] });
    }
    return {
      findings: each.flatMap(({ findings }) => findings),
      checked: each.reduce((sum, { checked }) => sum + checked, 0),
    };
  }

  async #lookAtDraft({ id, name }: CheckedUnit, rights: ContentRights): Promise<Omit<LookedAt, 'key'>> {
    const draft = await this.#store.draftOf(id);
    const widgets = draft === null ? new Map<number, string[]>() : widgetsByReport(readConfig(draft));
    const there = await this.#store.visibleReports(rights, [...widgets.keys()]);
    const findings = [...widgets].flatMap(([reportId, widgetIds]): WireContentFinding[] => {
      if (there.has(reportId)) return [];
      const problems = [contentProblem('content.no-report', `There is no report ${reportId}`)];
      const place = { reportId, workbookId: id, dashboardPublicId: null };
      return [{ kind: 'DRAFT_WIDGET', name, ...place, widgetIds: [...widgetIds], problems }];
    });
    return { ...nothing, findings };
  }
}

const nothing = { findings: [], checked: 0 };

async function lookAtReport(
  { id, name, workbookId }: CheckedUnit,
  queries: readonly StoredQuery[],
  ask: AskModel,
): Promise<Omit<LookedAt, 'key'>> {
  const { problems, checked } = await problemsOf(queries, ask);
  const place = { reportId: id, workbookId, dashboardPublicId: null, widgetIds: [] };
  const found: WireContentFinding = { kind: 'REPORT', name, ...place, problems: [...problems] };
  return { checked, findings: problems.length > 0 ? [found] : [] };
}

async function problemsOf(queries: readonly StoredQuery[], ask: AskModel) {
  const problems: WireProblem[] = [];
  for (const query of queries) problems.push(...(await ask(query)));
  return { problems, checked: queries.length };
}

/** The widgets of a dashboard that show a report, by its number. */
function widgetsByReport(config: DashboardConfig): ReadonlyMap<number, string[]> {
  const widgets = new Map<number, string[]>();
  for (const { path, reportId } of chartsOf(config)) {
    if (reportId === undefined) continue;
    const id = idAt(config, path.replace(/\.config\.reportId$/, ''));
    widgets.set(reportId, [...(widgets.get(reportId) ?? []), ...(id === undefined ? [] : [id])]);
  }
  return widgets;
}

/** @param path path of a widget: `widgets.3.config.tabs.0.widgets.1` */
function idAt(config: DashboardConfig, path: string): string | undefined {
  let value: unknown = config;
  for (const key of path.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : undefined;
  return typeof id === 'string' ? id : undefined;
}
