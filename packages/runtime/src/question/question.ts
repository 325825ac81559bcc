import type { CallerRuntime } from '../runtime.ts';
import type { DataScope } from '@orrery/kernel';
import type { ModelForCaller, ParsedQuery, RequestMemory } from '../query/index.ts';
import type { QueryRequest, RequestedQuery } from '../request/index.ts';
import type { Select } from '@orrery/sql';
import type {
  PlacedConnection,
  PlacedParameters,
  PlacedStatement,
  PrintedQuery,
  Statements,
  StatementShape,
  TemporaryRead,
} from '../statement/index.ts';

/** A request for data: queries in JSON, a statement of SQL over the model, or one in the SQL of a data source. */
export type Question = JsonQuestion | StatementQuestion | SourceQuestion;

/** Parameters of a request in the wire form, or queries that a face has read. */
export type JsonQuestion = WireRequest | ReadRequest;

interface WireRequest {
  readonly kind: 'wire';
  /** @throws InvalidQuery */
  parameters(): Readonly<Record<string, unknown>>;
  /** Equal parameters are read and prepared once. */
  readonly memory: RequestMemory;
  /** Whether several queries have to be announced by `queryType: multi`. */
  readonly needsQueryType: boolean;
}

interface ReadRequest {
  readonly kind: 'read';
  /** @throws InvalidQuery */
  read(): QueryRequest;
  /** Binds the queries to a state of the model, where that takes more than `prepareAll`. @throws InvalidQuery */
  prepare?(queries: readonly RequestedQuery[], state: ModelForCaller, now: number): readonly ParsedQuery[];
}

export interface StatementQuestion extends StatementShape {
  readonly kind: 'statement';
  readonly text: string;
  /** The query from which the text was printed, and which runs in its place; absent: the text is read. */
  readonly printed?: PrintedQuery | undefined;
  /** Reads the text. Equal texts are read once. */
  readonly statements: Statements;
  /** The only cubes and views that it may ask; absent: those that the caller sees. */
  readonly pieces?: ReadonlySet<string> | undefined;
  /** Present for a statement of a connection, which is read already. */
  readonly wire?: WireQuestion | undefined;
  /** Present where EXPLAIN is answered; `showsSql`: with the SQL of data sources. */
  readonly explains?: { readonly showsSql: boolean };
  /** Finds a user in whose name the caller may request rows; absent: no other user. */
  readonly userNamed?: (name: string) => Promise<StatementAsker | undefined>;
}

/** A statement of a connection. */
interface WireQuestion {
  readonly select: Select;
  /** The statement in which `__user` is looked for, with texts in place of parameters. */
  readonly named: Select;
  readonly parameters?: PlacedParameters | undefined;
  readonly connection: PlacedConnection;
  readonly temporary?: TemporaryRead | undefined;
  /** Gives the answer the form of messages. @throws StatementInvalid */
  frame(placed: PlacedStatement): PlacedStatement;
}

/** The user whose rows a statement has, and the runtime with the model that this user sees. */
export interface StatementAsker {
  readonly principal: DataScope;
  readonly runtime: CallerRuntime;
}

/** A statement in the SQL of a data source. Its caller may ask data sources; `ask` does not check that. */
export interface SourceQuestion {
  readonly kind: 'source';
  readonly dataSource: string;
  readonly sql: string;
  readonly mostRows: number;
}
