import type { WireReceipt, WireReceiptRerun } from '@orrery/contract';
import { Forbidden, NotFound, Unauthorized } from '@orrery/kernel';
import {
  type CallerRuntime,
  InvalidQuery,
  type Runtime,
  rightsToMembers,
  runtimeFor,
  StatementInvalid,
} from '@orrery/runtime';
import { isVisible, type MemberId } from '@orrery/semantic';
import type { Database } from '@orrery/store';
import { toolError, TurnFailed } from '../../turn/index.ts';
import type { ListedAgent } from '../agents.ts';
import type { ChatAsker } from '../asker.ts';
import { type AskedPlace, dataOfAsker, type DataOfAskerDependencies } from '../data-of-asker.ts';
import { placeOfResult, type ReceiptRow, receiptsAfter, type ResultPlace, type ThreadRow } from '../store/index.ts';
import { type AskedAgain, compareQueries } from './compare-queries.ts';
import { type KeptQuery, readReceipt } from './kept-receipt.ts';
import { branchOf, presentReceipt, type ReceiptSight } from './present-receipt.ts';

export interface ReceiptsDependencies extends DataOfAskerDependencies {
  readonly database: Database;
}

/** The user of a chat who asks for a receipt. */
export interface ReceiptAsker extends ChatAsker {
  /** Whether the user may read the model of the deployment. */
  readonly mayReadModel: boolean;
}

/** The user who reads the receipts of a chat, who may be another one than the user of the chat. */
export interface ReceiptReader extends Pick<ChatAsker, 'userId' | 'context'> {
  readonly mayReadModel: boolean;
}

interface AskingAgain {
  readonly requestId: string;
  /** Fires when the caller is gone. */
  readonly signal: AbortSignal;
}

/** Rows of a result, as those of the answer. */
const mostRows = 100;
/** The maximum duration of a query that is run again. */
const rerunSeconds = 30;

/** How the answers of chats came about. */
export class Receipts {
  readonly #dependencies: ReceiptsDependencies;

  constructor(dependencies: ReceiptsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Explains how a result of a chat of the user came about.
   *
   * @param again present: the query is run again, and the results are compared
   * @throws NotFound for an unknown result, Forbidden for one of another user or another agent, Unauthorized
   */
  async get(
    asker: ReceiptAsker,
    agent: Pick<ListedAgent, 'id' | 'deploymentId'>,
    uuid: string,
    again?: AskingAgain,
  ): Promise<{ readonly receipt: WireReceipt; readonly rerun: WireReceiptRerun | null }> {
    const { database } = this.#dependencies;
    const found = requireOwn(await placeOfResult(database, asker.accountId, uuid), asker, agent, uuid);
    const { mayReadModel } = asker;
    const receipt = presentReceipt(found, { mayReadModel, seesPolicies: true, maySee: () => true }, uuid);
    const query = readReceipt(found).queries.find((each) => each.uuid === uuid);
    if (!again || !query) return { receipt, rerun: null };
    const place = { deploymentId: agent.deploymentId, branch: branchOf(found), requestId: again.requestId };
    return { receipt, rerun: compareQueries(query, await this.#askAgain(query, asker, place, again), mayReadModel) };
  }

  /** The receipts of a chat after a run, the oldest first, as far as the reader may know of them. */
  async ofThread(
    { id, user_id: ownerId, deployment_id: deploymentId }: ThreadRow,
    reader: ReceiptReader,
    range: { readonly afterId: number; readonly most: number },
  ): Promise<readonly { readonly id: number; readonly receipt: WireReceipt }[]> {
    const rows = await receiptsAfter(this.#dependencies.database, id, range);
    const { mayReadModel } = reader;
    const isOwn = reader.userId === ownerId;
    const models = mayReadModel || isOwn ? undefined : await this.#modelsFor(reader, deploymentId, rows);
    const sight: ReceiptSight = {
      mayReadModel,
      seesPolicies: mayReadModel || isOwn,
      maySee: (query, branch) => models === undefined || isSeen(query, models.get(branch)),
    };
    return rows.map((row) => ({ id: row.id, receipt: presentReceipt(row, sight) }));
  }

  async #askAgain(query: KeptQuery, asker: ChatAsker, place: AskedPlace, { signal }: AskingAgain): Promise<AskedAgain> {
    const { clock } = this.#dependencies;
    const late = AbortSignal.timeout(rerunSeconds * 1_000);
    const askedAt = clock.now();
    try {
      const data = await dataOfAsker(asker, place, this.#dependencies);
      const asking = { signal: AbortSignal.any([signal, late]), maxRows: mostRows, isFresh: true };
      const result = await data.statement(query.sql, asking);
      return { askedAt, result, rights: result.origin };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Unauthorized) throw error;
      const outcome = isRefusal(error) ? 'refused' : 'failed';
      const words = late.aborted ? `It took longer than ${rerunSeconds} seconds` : wordsOf(error, place.requestId);
      const model = await this.#modelFor(asker, place.deploymentId, place.branch);
      const { members, pieces } = query.origin;
      return { askedAt, refusal: { outcome, error: words }, rights: model && rightsToMembers(members, pieces, model) };
    }
  }

  /** The models that the reader sees on the branches of the receipts; none for a branch that is gone. */
  async #modelsFor(reader: ReceiptReader, deploymentId: number, rows: readonly ReceiptRow[]): Promise<Models> {
    const models = new Map<string | null, CallerRuntime | undefined>();
    for (const branch of new Set(rows.map(branchOf)))
      models.set(branch, await this.#modelFor(reader, deploymentId, branch));
    return models;
  }

  async #modelFor(
    { context }: Pick<ChatAsker, 'context'>,
    deploymentId: number,
    branch: string | null,
  ): Promise<CallerRuntime | undefined> {
    const served: Runtime | undefined = await this.#dependencies.runtimes.get(deploymentId, branch);
    return served && runtimeFor(served, await context());
  }
}

type Models = ReadonlyMap<string | null, CallerRuntime | undefined>;

/** @throws NotFound, Forbidden */
function requireOwn(
  found: ResultPlace | undefined,
  { userId }: Pick<ChatAsker, 'userId'>,
  agent: Pick<ListedAgent, 'id'>,
  uuid: string,
): ResultPlace {
  if (!found) throw new NotFound('receipt.unknown', `There is no result '${uuid.slice(0, 50)}' of a chat`);
  if (found.user_id !== userId) throw new Forbidden('chat.of-another', 'The chat belongs to another user');
  if (found.agent_id !== agent.id) throw new Forbidden('chat.of-another', 'The chat belongs to another agent');
  return found;
}

function isSeen({ origin }: KeptQuery, model: CallerRuntime | undefined): boolean {
  if (!model) return false;
  const {
    model: { index },
    access,
  } = model;
  return origin.members.every((id) => {
    const member = index.members.get(id as MemberId);
    return member !== undefined && isVisible(member, index, access);
  });
}

/** The model or the rights do not allow it, as opposed to a data source that does not answer. */
function isRefusal(error: unknown): boolean {
  return error instanceof InvalidQuery || error instanceof StatementInvalid || error instanceof TurnFailed;
}

function wordsOf(error: unknown, requestId: string): string {
  if (error instanceof TurnFailed) return error.message;
  return toolError(error, requestId).error.replace(/^Error: /, '');
}
