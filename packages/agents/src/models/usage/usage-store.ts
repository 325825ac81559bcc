import { type ExpressionBuilder, sql } from 'kysely';
import { users } from '@orrery/people';
import { type Database, inSharedTransaction, type Tables } from '@orrery/store';
import type { Usage } from '../../turn/index.ts';

/** The user, the agent and the model that usage belongs to. */
export interface UsagePlace {
  readonly accountId: number;
  readonly userId: number;
  /** Name of the model. */
  readonly model: string;
}

/** Sums of one day. Cost in millionths of a USD. */
export interface Used {
  readonly tokens: number;
  readonly cost: number;
}

/** The usage of a model by a user in a day. */
export interface UsageOfDay extends Usage {
  readonly day: string;
  readonly model: string;
  readonly userId: number;
  /** Absent for a user who was deleted. */
  readonly userName: string | undefined;
  readonly cost: number;
  readonly calls: number;
}

export interface UsageFilter {
  /** Days, both ends inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The entry after which the list goes on. */
  readonly after?: Pick<UsageOfDay, 'day' | 'model' | 'userId'> | undefined;
  readonly most: number;
}

/** A year and a month to compare with. */
const keptDays = 400;

/** Tokens and money that were used of models, by day (UTC), model and user. */
export class UsageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add({ accountId, userId, model }: UsagePlace, usage: Usage, cost: number, day: string): Promise<void> {
    const added = {
      input_tokens: usage.inputTokens,
      cached_input_tokens: usage.cachedInputTokens,
      output_tokens: usage.outputTokens,
      cost,
      calls: 1,
    };
    const sum = (builder: ExpressionBuilder<Tables, 'ai_usage'>, column: keyof typeof added) =>
      builder(`ai_usage.${column}`, '+', added[column]);
    await inSharedTransaction(this.#database, async (transaction) => {
      await transaction
        .insertInto('ai_usage')
        .values({ account_id: accountId, day, model, user_id: userId, ...added })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'day', 'model', 'user_id']).doUpdateSet((builder) => ({
            input_tokens: sum(builder, 'input_tokens'),
            cached_input_tokens: sum(builder, 'cached_input_tokens'),
            output_tokens: sum(builder, 'output_tokens'),
            cost: sum(builder, 'cost'),
            calls: sum(builder, 'calls'),
          })),
        )
        .execute();
    });
  }

  /** Reads the usage of a model by the account and by the user in a day. */
  async usedOn(
    { accountId, userId, model }: UsagePlace,
    day: string,
  ): Promise<{ readonly account: Used; readonly user: Used }> {
    const whole = (column: 'cost' | 'tokens', own: boolean) => {
      const value = column === 'cost' ? sql`cost` : sql`input_tokens + output_tokens`;
      const counted = own ? sql`CASE WHEN user_id = ${userId} THEN ${value} ELSE 0 END` : value;
      return sql<number>`CAST(COALESCE(SUM(${counted}), 0) AS bigint)`;
    };
    const row = await this.#database
      .selectFrom('ai_usage')
      .select([
        whole('tokens', false).as('tokens'),
        whole('cost', false).as('cost'),
        whole('tokens', true).as('own_tokens'),
        whole('cost', true).as('own_cost'),
      ])
      .where('account_id', '=', accountId)
      .where('day', '=', day)
      .where('model', '=', model)
      .executeTakeFirstOrThrow();
    return {
      account: { tokens: row.tokens, cost: row.cost },
      user: { tokens: row.own_tokens, cost: row.own_cost },
    };
  }

  /** Deletes what all accounts used longer ago than it is kept. */
  async forget(now: number): Promise<void> {
    const first = dayOf(now - keptDays * 24 * 3_600_000);
    await this.#database.deleteFrom('ai_usage').where('day', '<', first).execute();
  }

  /** Lists the usage of an account, the newest days first. */
  async list(accountId: number, { from, to, after, most }: UsageFilter): Promise<readonly UsageOfDay[]> {
    const rows = await this.#database
      .selectFrom('ai_usage')
      .leftJoin(users(this.#database).as('own'), (join) =>
        join.onRef('own.id', '=', 'ai_usage.user_id').onRef('own.account_id', '=', 'ai_usage.account_id'),
      )
      .selectAll('ai_usage')
      .select(['own.kind', 'own.username', 'own.external_id'])
      .where('ai_usage.account_id', '=', accountId)
      .$if(from !== undefined, (query) => query.where('day', '>=', from ?? ''))
      .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ''))
      .$if(after !== undefined, (query) => query.where((builder) => isAfter(builder, after ?? nowhere)))
      .orderBy('day', 'desc')
      .orderBy('model')
      .orderBy('user_id')
      .limit(most)
      .execute();
    return rows.map((row) => ({
      day: row.day,
      model: row.model,
      userId: row.user_id,
      // Viewers are known by the id that the embedding application gives them.
      userName: (row.kind === 'external' ? row.external_id : row.username) ?? undefined,
      inputTokens: row.input_tokens,
      cachedInputTokens: row.cached_input_tokens,
      outputTokens: row.output_tokens,
      cost: row.cost,
      calls: row.calls,
    }));
  }
}

const nowhere = { day: '', model: '', userId: 0 };

function isAfter(
  { and, eb, or }: ExpressionBuilder<Tables, 'ai_usage'>,
  { day, model, userId }: NonNullable<UsageFilter['after']>,
) {
  const [sameDay, sameModel] = [eb('day', '=', day), eb('model', '=', model)];
  return or([
    eb('day', '<', day),
    and([sameDay, eb('model', '>', model)]),
    and([sameDay, sameModel, eb('user_id', '>', userId)]),
  ]);
}

/** The day of an instant, UTC. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
