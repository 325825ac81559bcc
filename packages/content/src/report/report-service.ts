import type { WireProblem } from '@orrery/contract';
import type { Transaction } from 'kysely';
import { isUniqueViolation, type Tables, type Writer } from '@orrery/store';
import { Conflict, InvalidInput, NotFound } from '@orrery/kernel';
import type { AuditEvent, Change } from '@orrery/people';
import type { ContentDependencies } from '../workspace/index.ts';
import {
  type LevelRequirement,
  changedIn,
  ContentAccess,
  type ItemRow,
  ItemStore,
  type Level,
  lockTree,
  may,
  newPublicId,
  type ContentRights,
  requireMaker,
  requireRevision,
  requireSources,
  workspaceOfAccount,
} from '../item/index.ts';
import { SavedPalettes } from '../palette/index.ts';
import {
  asksSource,
  changesQuestion,
  isHidden,
  questionFor,
  readParts,
  readQuestion,
  RefusedQuery,
  requireOneQuestion,
  revisedText,
} from '../query/index.ts';
import { type Report, type ReportContent, writeContent } from './report.ts';
import { type ReportRange, ReportStore, type ViewedRange } from './report-store.ts';

const defaultName = 'Untitled report';
const defaultSource = 'D3';

interface ReportPlacement {
  readonly workbookId?: number | null | undefined;
  /** Ignored for a tab. */
  readonly folderId?: number | null | undefined;
}

export interface ReportInput extends ReportContent, ReportPlacement {
  readonly name?: string | null | undefined;
  readonly publicId?: string | null | undefined;
  readonly source?: string | null | undefined;
}

/** Missing fields keep their value, `null` clears. */
export interface ReportChange extends ReportContent, ReportPlacement {
  readonly name?: string | undefined;
  /** The revision that the change was made on; absent: whatever it is. */
  readonly basedOn?: string | null | undefined;
}

/** From `QueryRunner.shapeProblemsOf`. */
type QueryFaults = readonly WireProblem[];

/** A page of the list of reports. */
export interface ReportPage {
  readonly reports: readonly Report[];
  /** Total over all pages. */
  readonly count: number;
}

/** Reports of a deployment. Rights are checked here, in the transaction of the change. */
export class ReportService {
  readonly #dependencies: ContentDependencies;
  readonly #access: ContentAccess;
  readonly #items: ItemStore;
  readonly #store: ReportStore;
  readonly #palettes: SavedPalettes;

  constructor(dependencies: ContentDependencies) {
    this.#dependencies = dependencies;
    this.#access = new ContentAccess();
    this.#items = new ItemStore();
    this.#store = new ReportStore(dependencies);
    this.#palettes = new SavedPalettes();
  }

  /** @throws NotFound for the workbook whose tabs are requested */
  async list(rights: ContentRights, range: ReportRange): Promise<ReportPage> {
    return this.#page(rights, range.workbookId, () => this.#store.list(rights, range));
  }

  /** Lists by the user's last view; those never viewed come last. @throws NotFound */
  async listByLastView(rights: ContentRights, range: ViewedRange): Promise<ReportPage> {
    return this.#page(rights, range.workbookId, () => this.#store.lastViewed(rights, range));
  }

  /** @throws NotFound */
  async get(rights: ContentRights, id: number): Promise<Report> {
    await this.#access.require(this.#dependencies.database, rights, may.report.open, id);
    return this.#read(this.#dependencies.database, rights, id);
  }

  /** Checks access before any problem of the request is reported. @throws NotFound, Forbidden */
  async requireLevel(rights: ContentRights, id: number, least: Level): Promise<void> {
    await this.#access.require(this.#dependencies.database, rights, { kind: 'REPORT', least }, id);
  }

  /**
   * @param faults why its texts are no queries, reported to those only who may save it
   * @throws Forbidden, NotFound for the workbook or folder, Conflict for the public id, RefusedQuery
   */
  async create(change: Change, rights: ContentRights, report: ReportInput, faults: QueryFaults): Promise<Report> {
    requireMaker(rights);
    const { workbookId = null, folderId = null } = report;
    const { transaction } = change;
    const place = await this.#placeFor(transaction, rights, { workbookId, folderId });
    if (report.question?.source) requireSources(rights);
    requireOneQuestion(report.question ?? {});
    if (faults.length > 0) throw new RefusedQuery(faults);
    const { publicId } = report;
    if (publicId) requireOfAccount(rights);
    if (publicId && (await this.#store.hasPublicId(transaction, rights.accountId, publicId))) throw takenId(publicId);
    const row = await this.#insertItem(change, rights, { name: report.name ?? defaultName, ...place });
    await this.#store
      .insert(transaction, {
        item_id: row.id,
        account_id: rights.accountId,
        public_id: publicId ?? newPublicId(),
        ...writeContent(report),
        source: report.source ?? defaultSource,
      })
      .catch((error: unknown) => {
        throw publicId && isUniqueViolation(error) ? takenId(publicId) : error;
      });
    await record(change, rights, 'Created report', row);
    return this.#read(transaction, rights, row.id);
  }

  /**
   * Changes a report; without an actual change, its time of change stays. Moving a report requires full access, because
   * its location decides who may see it.
   *
   * @param faults why its texts are no queries, reported to those only who may change it
   * @throws NotFound, Forbidden, RefusedQuery, Conflict when the report is another one than the change was made on
   */
  async update(
    change: Change,
    rights: ContentRights,
    id: number,
    input: ReportChange,
    faults: QueryFaults,
  ): Promise<Report> {
    const { transaction } = change;
    if (isPlaced(input)) await lockTree(transaction, rights, 'shared');
    const { row, report } = await this.#lock(transaction, rights, id, may.report.change);
    if (asksSource(readQuestion(report)) || input.question?.source) requireSources(rights);
    const place = await this.#movedTo(transaction, rights, row, input);
    requireRevision('report', revisedText(report), input.basedOn);
    if (faults.length > 0) throw new RefusedQuery(faults);
    const columns = changedIn(report, writeContent(input));
    requireOneQuestion(readParts({ ...report, ...columns }));
    const item = changedIn(row, { name: input.name, ...place });
    const changed = [...Object.keys(item), ...Object.keys(columns)];
    if (changed.length === 0) return this.#read(transaction, rights, id);
    const stamps = { updated_by: rights.userId, updated_at: change.now };
    const saved = await this.#items.update(transaction, rights, id, { ...item, ...stamps });
    const version = changesQuestion(columns) ? { version: report.version + 1 } : {};
    if (changed.length > Object.keys(item).length)
      await this.#store.update(transaction, id, { ...columns, ...version });
    await record(change, rights, 'Updated report', saved, { changed });
    return this.#read(transaction, rights, id);
  }

  /** @throws NotFound, Forbidden */
  async delete(change: Change, rights: ContentRights, id: number): Promise<void> {
    const { transaction } = change;
    const { row } = await this.#lock(transaction, rights, id, may.report.delete);
    await this.#items.delete(transaction, rights, id);
    await record(change, rights, 'Deleted report', row);
  }

  /**
   * Records that the user has refreshed the data. @throws NotFound when the report or the right to it was removed
   * meanwhile
   */
  async markRefreshed({ transaction, now }: Change, rights: ContentRights, id: number): Promise<Report> {
    await this.#lock(transaction, rights, id, may.report.refresh);
    await this.#store.update(transaction, id, { refreshed_by: rights.userId, refreshed_at: now });
    return this.#read(transaction, rights, id);
  }

  /** Reads the existing ones of these, in this order, without a check of rights. */
  async read(rights: ContentRights, ids: readonly number[]): Promise<readonly Report[]> {
    return this.#readAll(this.#dependencies.database, rights, ids);
  }

  async #page(
    rights: ContentRights,
    workbookId: number | undefined,
    find: () => Promise<readonly number[]>,
  ): Promise<ReportPage> {
    if (workbookId !== undefined)
      await this.#access.require(this.#dependencies.database, rights, may.workbook.open, workbookId);
    const reports = await this.read(rights, await find());
    return { reports, count: await this.#store.count(rights, workbookId) };
  }

  /** Reads the report within the transaction, before later changes by others. */
  async #read(writer: Writer, rights: ContentRights, id: number): Promise<Report> {
    const [report] = await this.#readAll(writer, rights, [id]);
    if (report) return report;
    throw unknownReport(id);
  }

  async #readAll(writer: Writer, rights: ContentRights, ids: readonly number[]): Promise<readonly Report[]> {
    const reports = await this.#store.read(writer, rights, ids);
    return this.#palettes.inCharts(
      writer,
      rights,
      reports.map((report) => shownTo(rights, report)),
    );
  }

  /** Locks a report until the transaction ends. */
  async #lock(transaction: Transaction<Tables>, rights: ContentRights, id: number, act: LevelRequirement) {
    const report = await this.#store.lock(transaction, rights, id);
    if (!report) throw unknownReport(id);
    return { report, row: await this.#access.require(transaction, rights, act, id) };
  }

  /** Returns the location; that of a tab is its workbook's. */
  async #placeFor(
    transaction: Transaction<Tables>,
    rights: ContentRights,
    { workbookId, folderId }: { readonly workbookId: number | null; readonly folderId: number | null },
  ): Promise<ReportLocation> {
    if (workbookId !== null) {
      await this.#store.holdWorkbook(transaction, rights, workbookId);
      await this.#access.require(transaction, rights, may.workbook.addTo, workbookId);
      return { workbook_id: workbookId, folder_id: null };
    }
    if (folderId !== null) {
      await lockTree(transaction, rights, 'shared');
      await this.#access.require(transaction, rights, may.folder.addTo, folderId);
    }
    return { workbook_id: null, folder_id: folderId };
  }

  async #movedTo(
    transaction: Transaction<Tables>,
    rights: ContentRights,
    row: ItemRow,
    change: ReportChange,
  ): Promise<Partial<ReportLocation>> {
    if (!isPlaced(change)) return {};
    const workbookId = change.workbookId === undefined ? row.workbook_id : change.workbookId;
    const folderId = change.folderId === undefined ? row.folder_id : change.folderId;
    const isThere = workbookId === row.workbook_id && (workbookId !== null || folderId === row.folder_id);
    if (isThere) return {};
    await this.#access.require(transaction, rights, may.report.move, row.id);
    return this.#placeFor(transaction, rights, { workbookId, folderId });
  }

  #insertItem(
    { transaction, now }: Change,
    rights: ContentRights,
    item: ReportLocation & { readonly name: string },
  ): Promise<ItemRow> {
    return this.#items.insert(transaction, rights, {
      ...item,
      kind: 'REPORT',
      general_access: null,
      owner_id: rights.userId,
      updated_by: null,
      created_at: now,
      updated_at: now,
    });
  }
}

function record(
  change: Change,
  { deploymentId }: ContentRights,
  event: AuditEvent,
  { id, name }: Pick<ItemRow, 'id' | 'name'>,
  details: object = {},
): Promise<void> {
  return change.record({ event, deploymentId, attributes: { reportId: id, report: name, ...details } });
}

type ReportLocation = Pick<ItemRow, 'workbook_id' | 'folder_id'>;

function isPlaced({ workbookId, folderId }: ReportPlacement): boolean {
  return workbookId !== undefined || folderId !== undefined;
}

/**
 * Names are unique in the account: a name that is taken would tell a viewer of another tenant's report.
 *
 * @throws InvalidInput for viewers
 */
function requireOfAccount({ space }: ContentRights): void {
  if (space === workspaceOfAccount) return;
  const message = 'is chosen by the server for reports of viewers: leave it out';
  throw new InvalidInput('report.public-id-of-viewer', `publicId ${message}`, [{ path: 'publicId', message }]);
}

/** Hides the parts of a report that may contain values of its chart's rows. */
function shownTo(rights: ContentRights, report: Report): Report {
  const question = questionFor(rights, report.question);
  return { ...report, question, ...(isHidden(question) ? { meta: null } : {}) };
}

function takenId(publicId: string): Conflict {
  return new Conflict('report.public-id-taken', `The publicId ${publicId} is that of another report`);
}

function unknownReport(id: number): NotFound {
  return new NotFound('content.unknown', `There is no report ${id}`);
}
