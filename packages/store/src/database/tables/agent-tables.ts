import type { Generated } from 'kysely';

/** Tables of agents and of the conversations with them. Instants are epoch milliseconds, booleans 0 or 1. */
export interface AgentTables {
  readonly agent: AgentTable;
  readonly agent_memory: AgentMemoryTable;
  readonly agent_space: AgentSpaceTable;
  readonly ai_model: AiModelTable;
  readonly ai_usage: AiUsageTable;
  readonly chat_delta: ChatDeltaTable;
  readonly chat_image: ChatImageTable;
  readonly chat_record: ChatRecordTable;
  readonly chat_result: ChatResultTable;
  readonly chat_run: ChatRunTable;
  readonly chat_thread: ChatThreadTable;
  readonly evaluation_result: EvaluationResultTable;
  readonly evaluation_run: EvaluationRunTable;
}

/** An agent in the files of a deployment. The files have its configuration; the row gives it a number. */
export interface AgentTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly space_id: number;
  readonly name: string;
  /** Whether viewers of embedded content may talk to it. */
  readonly allow_embed: Generated<number>;
  readonly created_at: number;
}

/** The space of agents, which share rules, queries, skills and memories. */
interface AgentSpaceTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly name: string;
}

/** A memory that a user has written for the agents of a space, or that was learned from the user's choices. */
interface AgentMemoryTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly deployment_id: number;
  readonly space_id: number;
  /** The only user that it is for; NULL: it is shared in the space. */
  readonly user_id: number | null;
  readonly author_id: number;
  /** `fact` or `meaning`. */
  readonly kind: string;
  /** The word or phrase that a meaning defines. */
  readonly term: string | null;
  readonly text: string;
  /** Hash of what makes two memories of a space one. */
  readonly equal_key: string;
  /**
   * The number of times that a meaning was chosen; NULL for one that was not learned from choices. It has an effect
   * from the second time on.
   */
  readonly times_chosen: number | null;
  /** The conversation that it comes from, while that exists. */
  readonly thread_uid: string | null;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** A conversation of one user with one agent. */
export interface ChatThreadTable {
  readonly id: Generated<number>;
  /** `chatId` on the wire. */
  readonly uid: string;
  readonly account_id: number;
  readonly deployment_id: number;
  readonly agent_id: number;
  readonly user_id: number;
  readonly title: string;
  /** Form of the title and the first message for search; see `name-key.ts`. */
  readonly search_key: string;
  /** Whether everybody in the account who may read the deployment may read it. */
  readonly is_shared: Generated<number>;
  /** The last `sort` that was given to a record. */
  readonly last_sort: Generated<number>;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A question with its answer. */
export interface ChatRunTable {
  readonly id: Generated<number>;
  readonly thread_id: number;
  readonly account_id: number;
  readonly agent_id: number;
  readonly user_id: number;
  /** Id of the message of the user; one run for each. */
  readonly message_id: string;
  /** `active`, `answered`, `aborted` or `failed`. */
  readonly state: string;
  /** The node that executes it, by its heartbeat; NULL when it has ended. */
  readonly worker_id: string | null;
  /** Whether the user has requested at another node that the run stops. */
  readonly is_abort_asked: Generated<number>;
  readonly input: string;
  /** JSON: the parameters of the request without the question. */
  readonly request: string;
  /** The message to clients about a failure. */
  readonly error: string | null;
  /** JSON: model, usage, reason of the end. */
  readonly outcome: string | null;
  /** JSON: the analysis of the question, for the question that follows. */
  readonly analysis: string | null;
  /** JSON: the receipt of the answer. */
  readonly receipt: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
}

/** A record that is complete: `isDelta` is false. */
interface ChatRecordTable {
  readonly thread_id: number;
  readonly sort: number;
  readonly run_id: number;
  /** JSON, as on the wire. */
  readonly record: string;
}

/** A result that an answer is made of; the receipt of the run tells how it came about. */
interface ChatResultTable {
  readonly uuid: string;
  readonly run_id: number;
}

/** Pieces of the text of a run that goes on; deleted when it ends. */
interface ChatDeltaTable {
  readonly run_id: number;
  /** `sort` of the first piece. */
  readonly sort: number;
  /** JSON list of records, as on the wire. */
  readonly records: string;
}

/** An image that a user sent with a question. */
interface ChatImageTable {
  readonly run_id: number;
  readonly position: number;
  readonly mime_type: string;
  readonly name: string | null;
  /** Base64. */
  readonly data: string;
}

/** A run of the eval questions of an agent in the background. */
interface EvaluationRunTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly deployment_id: number;
  /** NULL for the deployment itself. */
  readonly branch: string | null;
  readonly agent_name: string;
  /** The one file whose questions are answered; NULL for all. */
  readonly question_file: string | null;
  /** `queued`, `running`, `completed` or `failed`. */
  readonly state: string;
  /** The model that answers, or `analyst`; NULL before the first question. */
  readonly model: string | null;
  /** Why it failed. */
  readonly error: string | null;
  /** The user with whose rights questions are answered; NULL when deleted. */
  readonly created_by: number | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
}

/** A question of a run, as its file had it when the run was started, and what came of it. */
interface EvaluationResultTable {
  readonly id: Generated<number>;
  readonly run_id: number;
  readonly name: string;
  readonly question: string;
  readonly truth_sql: string;
  /** `pass`, `fail`, `review` or `error`; NULL until the question is graded. */
  readonly verdict: string | null;
  /** `correct`, `withheld` or `wrong`; NULL where it cannot be decided. */
  readonly outcome: string | null;
  /** Code of what kept it from passing. */
  readonly reason: string | null;
  /** The reason in words, which may tell of data. */
  readonly detail: string | null;
  readonly agent_sql: string | null;
  readonly agent_answer: string | null;
  readonly answer_ms: number | null;
  readonly grading_ms: number | null;
  readonly finished_at: number | null;
}

/** A language model that an admin registered. Prices and spends are millionths of a USD; prices are for a million tokens. */
export interface AiModelTable {
  readonly id: Generated<number>;
  readonly account_id: number;
  readonly name: string;
  readonly provider: string;
  /** The name that the provider gives it. */
  readonly model: string;
  readonly api: string | null;
  readonly base_url: string | null;
  readonly region: string | null;
  /** The credential; an empty text is sealed where there is none. */
  readonly sealed: string;
  readonly has_credential: number;
  readonly input_price: number | null;
  readonly cached_input_price: number | null;
  readonly output_price: number | null;
  readonly daily_tokens: number | null;
  readonly daily_spend: number | null;
  readonly daily_tokens_per_user: number | null;
  readonly daily_spend_per_user: number | null;
  readonly supports_images: number;
  readonly context_tokens: number;
  readonly is_default: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The usage of a model by one user in a day. */
interface AiUsageTable {
  readonly account_id: number;
  /** UTC: `2026-03-01`. */
  readonly day: string;
  /** Name of the model as it was registered. */
  readonly model: string;
  /** May be that of a deleted user. */
  readonly user_id: number;
  readonly input_tokens: number;
  /** The part of `input_tokens` that the provider had in a cache. */
  readonly cached_input_tokens: number;
  readonly output_tokens: number;
  /** Millionths of a USD. */
  readonly cost: number;
  readonly calls: number;
}
