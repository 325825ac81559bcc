import { Statements } from '../../../../runtime/src/statement/statements.ts';
import { sampleRuntime } from '../../../../runtime/src/query/sample-runtime.ts';
import { storedQueryProblems } from '../../../../content/src/query/check-stored-query.ts';
import { samlMetadataReader } from '../../../../sso/src/saml-metadata-reader.ts';
import { NotFound } from '../../../../kernel/src/failure/errors.ts';
import type { PlatformServices } from './platform-routes.ts';

const notServed = () => Promise.reject(new NotFound('deployment.not-served', 'No model is served'));

const orders = {
  schema: 'main',
  name: 'orders',
  kind: 'table',
  isOnPath: true,
  columns: [{ name: 'id', engineType: 'INTEGER', type: 'number', isNullable: false }],
  primaryKey: [],
  uniqueKeys: [],
  foreignKeys: [],
} as const;

/** Queries of a deployment that has a model and no data. */
export const noQueries: PlatformServices['queries'] = {
  checking: async () => {
    const { runtime: state } = sampleRuntime(async function* () {});
    const context = { kind: 'caller', securityContext: {} } as const;
    return (query) => storedQueryProblems(query, { state, context, now: 0, statements: new Statements() });
  },
  shapeProblemsOf: async () => [],
  problemsOf: notServed,
  refresh: notServed,
  open: notServed,
  run: notServed,
  values: notServed,
  rowsOfSource: notServed,
  tableOfSource: notServed,
  sourceTypes: async () => new Map([['default', 'duckdb']]),
  tablesOfSource: async () => ({ tables: [orders], isCut: false }),
};

/** Chats of a process that serves no model. */
export const noChats: PlatformServices['chats'] = {
  open: notServed,
  agentNamed: notServed,
  close: async () => undefined,
};

/** Memories of a process that serves no model. */
export const noMemories: PlatformServices['memories'] = { open: notServed };

/** Language models of a process that calls none. */
export const noAiModels: PlatformServices['aiModels'] = { open: notServed };

/** Shapes of maps of a process that fetches none. */
export const noMapShapes: PlatformServices['mapShapes'] = { fetch: notServed };

/** Evaluations of a process that serves no model. */
export const noEvaluations: PlatformServices['evaluations'] = { open: notServed };

/** A server that does not know its public address. */
export const noAddresses: PlatformServices['ownAddresses'] = {
  issuer: () => undefined,
  isResource: () => false,
  audiencesAt: () => [],
};

/** Reads metadata that are given, and asks no address for any. */
export const noMetadata: PlatformServices['readSamlMetadata'] = samlMetadataReader(notServed);
