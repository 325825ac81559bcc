import type { Expression, FunctionCall, Name, OrderItem, WindowDefinition, WrittenTypeName } from './expression.ts';
import type { InnerText, SessionStatement, TemporaryRows, WrittenOption } from './session-statement.ts';

export interface Target {
  readonly expression: Expression;
  readonly alias?: Name;
}

export interface TableAlias {
  readonly name: Name;
  readonly columns: readonly Name[];
}

export type JoinWord = 'inner' | 'left' | 'right' | 'full' | 'cross';

/** An item of FROM. */
export type FromItem =
  /** One to three names: database, schema, table. */
  | { readonly kind: 'table'; readonly names: readonly Name[]; readonly alias?: TableAlias; readonly position: number }
  | {
      readonly kind: 'query';
      readonly query: Select;
      readonly alias?: TableAlias;
      readonly isLateral: boolean;
      readonly position: number;
    }
  | {
      readonly kind: 'function';
      readonly call: FunctionCall;
      readonly alias?: TableAlias;
      readonly hasOrdinality: boolean;
      /** Functions of a select list whose rows stand next to its own: NULL where one has fewer. Their names are in `alias`. */
      readonly others?: readonly FunctionCall[];
      /** Types of the columns of `alias`, where the statement gives them. */
      readonly columnTypes?: readonly WrittenTypeName[];
      readonly isLateral: boolean;
      readonly position: number;
    }
  | {
      readonly kind: 'join';
      readonly join: JoinWord;
      readonly left: FromItem;
      readonly right: FromItem;
      readonly on?: Expression;
      readonly using?: readonly Name[];
      readonly isNatural: boolean;
      readonly alias?: TableAlias;
      readonly position: number;
    }
  /** A construct that no engine of ours has, by PostgreSQL's name: `TABLESAMPLE`, `ROWS FROM`, `JSON_TABLE`. */
  | { readonly kind: 'unsupported'; readonly name: string; readonly position: number };

/** An item of GROUP BY. */
export type GroupItem =
  | { readonly kind: 'expression'; readonly expression: Expression }
  /** `()` is a `sets` without items; `rollup` and `cube` have expressions, or rows of them. */
  | {
      readonly kind: 'rollup' | 'cube' | 'sets';
      readonly items: readonly GroupItem[];
      readonly position: number;
    };

export interface CommonTable {
  readonly name: Name;
  readonly columns: readonly Name[];
  readonly query: Select;
  readonly isRecursive: boolean;
}

interface Common {
  readonly with: readonly CommonTable[];
  readonly order: readonly OrderItem[];
  readonly limit?: Expression;
  readonly offset?: Expression;
  /** `FETCH FIRST n ROWS WITH TIES`. */
  readonly hasTies: boolean;
  readonly position: number;
}

/** A SELECT, VALUES, or two of them with a set operation between. */
export type Select =
  | (Common & {
      readonly kind: 'select';
      readonly targets: readonly Target[];
      readonly from: readonly FromItem[];
      readonly where?: Expression;
      readonly groupBy: readonly GroupItem[];
      readonly isGroupByDistinct: boolean;
      readonly having?: Expression;
      readonly windows: readonly { readonly name: Name; readonly window: WindowDefinition }[];
      /** `all`: DISTINCT; else the expressions of DISTINCT ON. */
      readonly distinct?: 'all' | readonly Expression[];
      /** A clause that no SELECT of ours may have, such as `FOR UPDATE` or `INTO`. */
      readonly unsupported?: { readonly clause: string; readonly position: number };
    })
  | (Common & { readonly kind: 'values'; readonly rows: readonly (readonly Expression[])[] })
  | (Common & {
      readonly kind: 'set';
      readonly operation: 'union' | 'intersect' | 'except';
      readonly isAll: boolean;
      readonly left: Select;
      readonly right: Select;
    });

/** One statement of a text, which `start` and `end` enclose without its `;`. All positions are offsets in the whole text. */
export type SqlStatement = {
  readonly start: number;
  readonly end: number;
} /** `into`: SELECT INTO; `isTemporary`: with that word. */ & (
  | {
      readonly kind: 'select';
      readonly select: Select;
      /** Highest `$n` of it; 0: none. */
      readonly parameterCount: number;
      readonly into?: TemporaryRows & { readonly isTemporary: boolean };
    }
  | {
      readonly kind: 'explain';
      readonly select?: Select;
      readonly isAnalyzed: boolean;
      readonly isVerbose: boolean;
      readonly options: readonly WrittenOption[];
      /** The statement that it explains. */
      readonly inner: InnerText;
    }
  | { readonly kind: 'show'; readonly name: string }
  | {
      readonly kind: 'set';
      readonly name: string;
      /** Absent: the default. */
      readonly values?: readonly string[];
      readonly isLocal: boolean;
      readonly isReset: boolean;
    }
  /** `name`: its words. */
  | { readonly kind: 'session'; readonly name: string; readonly statement: SessionStatement }
  /** Any other statement, by its words, such as `INSERT`. */
  | { readonly kind: 'other'; readonly name: string }
);

/** A SELECT that is no VALUES and no set operation. */
export type PlainSelect = Extract<Select, { kind: 'select' }>;
