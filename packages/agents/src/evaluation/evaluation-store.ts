import type { Database, Writer } from '@orrery/store';
import type { GradedQuestion } from './ask-question.ts';
import type {
  Evaluation,
  EvaluationEnd,
  EvaluationResult,
  EvaluationToRun,
  PendingQuestion,
  PlannedEvaluation,
} from './evaluation.ts';
import { evaluationBounds } from './evaluation-bounds.ts';
import { countsOf, nothingYet, readResult, readRun, type EvaluationRow, storable, toRun } from './evaluation-rows.ts';

/** The deployment whose runs are meant, of one account. */
export interface EvaluationPlace {
  readonly accountId: number;
  readonly deploymentId: number;
}

interface NewRun extends EvaluationPlace {
  readonly userId: number;
  readonly planned: PlannedEvaluation;
  readonly now: number;
}

const active = ['queued', 'running'];
/** Questions written by one statement, which can have only a limited number of parameters. */
const inOneStatement = 200;

/** Rows of `evaluation_run` and `evaluation_result`. */
export class EvaluationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Inserts a queued run with its questions, and deletes the oldest runs of the deployment. @returns its number */
  async insert(writer: Writer, { accountId, deploymentId, userId, planned, now }: NewRun): Promise<number> {
    const { branch, agentName, questionFile = null, questions } = planned;
    const { id } = await writer
      .insertInto('evaluation_run')
      .values({
        account_id: accountId,
        deployment_id: deploymentId,
        branch,
        agent_name: agentName,
        question_file: questionFile,
        state: 'queued',
        created_by: userId,
        created_at: now,
        ...{ model: null, error: null, started_at: null, finished_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let first = 0; first < questions.length; first += inOneStatement) {
      const rows = questions.slice(first, first + inOneStatement).map(({ name, question, truthSql }) => ({
        ...nothingYet,
        run_id: id,
        name,
        question: storable(question) ?? '',
        truth_sql: storable(truthSql) ?? '',
      }));
      await writer.insertInto('evaluation_result').values(rows).execute();
    }
    await this.#forgetOld(writer, deploymentId);
    return id;
  }

  /** Counts the runs of a deployment that have not ended. */
  async activeIn(writer: Writer, deploymentId: number): Promise<number> {
    const row = await writer
      .selectFrom('evaluation_run')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deployment_id', '=', deploymentId)
      .where('state', 'in', active)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** Starts a run, also one that another worker had started. @returns `undefined` when it has ended or is deleted */
  async begin(writer: Writer, id: number, now: number): Promise<EvaluationToRun | undefined> {
    const row = await writer
      .updateTable('evaluation_run')
      .set((is) => ({ state: 'running', started_at: is.fn.coalesce('started_at', is.val(now)) }))
      .where('id', '=', id)
      .where('state', 'in', active)
      .returningAll()
      .executeTakeFirst();
    return row && toRun(row);
  }

  /** Lists the questions of a run that have no grade, in the order of the files. */
  async pending(runId: number): Promise<readonly PendingQuestion[]> {
    const rows = await this.#database
      .selectFrom('evaluation_result')
      .select(['id', 'name', 'question', 'truth_sql'])
      .where('run_id', '=', runId)
      .where('verdict', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ id, name, question, truth_sql }) => ({ id, name, question, truthSql: truth_sql }));
  }

  /** Writes the grade of a question, once. */
  async record(
    writer: Writer,
    { runId, questionId, now }: { readonly runId: number; readonly questionId: number; readonly now: number },
    { verdict, outcome, reason, detail, agentSql, agentAnswer, model, answerMs, gradingMs }: GradedQuestion,
  ): Promise<void> {
    await writer
      .updateTable('evaluation_result')
      .set({
        verdict,
        outcome: outcome ?? null,
        reason: reason ?? null,
        detail: storable(detail),
        agent_sql: storable(agentSql),
        agent_answer: storable(agentAnswer),
        answer_ms: answerMs,
        grading_ms: gradingMs,
        finished_at: now,
      })
      .where('id', '=', questionId)
      .where('run_id', '=', runId)
      .where('verdict', 'is', null)
      .execute();
    if (model === undefined) return;
    await writer.updateTable('evaluation_run').set({ model }).where('id', '=', runId).execute();
  }

  /** Ends a run that has not ended. */
  async finish(writer: Writer, id: number, { state, error }: EvaluationEnd, now: number): Promise<void> {
    await writer
      .updateTable('evaluation_run')
      .set({ state, error: storable(error), finished_at: now })
      .where('id', '=', id)
      .where('state', 'in', active)
      .execute();
  }

  /** Lists the newest first. */
  async list(
    { accountId, deploymentId }: EvaluationPlace,
    { beforeId, most }: { readonly beforeId: number | undefined; readonly most: number },
  ): Promise<readonly Evaluation[]> {
    const rows = await this.#database
      .selectFrom('evaluation_run')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('deployment_id', '=', deploymentId)
      .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
      .orderBy('id', 'desc')
      .limit(most)
      .execute();
    return this.#withCounts(this.#database, rows);
  }

  async get(writer: Writer, { accountId, deploymentId }: EvaluationPlace, id: number): Promise<Evaluation | undefined> {
    const rows = await writer
      .selectFrom('evaluation_run')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .execute();
    return (await this.#withCounts(writer, rows))[0];
  }

  /** Lists graded questions, in the order of the files. */
  async results(
    runId: number,
    { afterId, most }: { readonly afterId: number; readonly most: number },
  ): Promise<readonly EvaluationResult[]> {
    const rows = await this.#database
      .selectFrom('evaluation_result')
      .selectAll()
      .where('run_id', '=', runId)
      .where('verdict', 'is not', null)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(most)
      .execute();
    return rows.map(readResult);
  }

  async #withCounts(writer: Writer, rows: readonly EvaluationRow[]): Promise<readonly Evaluation[]> {
    if (rows.length === 0) return [];
    const counted = await writer
      .selectFrom('evaluation_result')
      .select(['run_id', 'verdict', 'outcome', ({ fn }) => fn.countAll<number>().as('count')])
      .where(
        'run_id',
        'in',
        rows.map(({ id }) => id),
      )
      .groupBy(['run_id', 'verdict', 'outcome'])
      .execute();
    return rows.map((row) => {
      const own = counted
        .filter(({ run_id }) => run_id === row.id)
        .map((one) => ({ ...one, count: Number(one.count) }));
      return { ...toRun(row), ...readRun(row), counts: countsOf(own) };
    });
  }

  /** Deletes the oldest runs that have ended. */
  async #forgetOld(writer: Writer, deploymentId: number): Promise<void> {
    const oldest = await writer
      .selectFrom('evaluation_run')
      .select('id')
      .where('deployment_id', '=', deploymentId)
      .orderBy('id', 'desc')
      .offset(evaluationBounds.keptRuns)
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return;
    await writer
      .deleteFrom('evaluation_run')
      .where('deployment_id', '=', deploymentId)
      .where('id', '<=', oldest.id)
      .where('state', 'not in', active)
      .execute();
  }
}
