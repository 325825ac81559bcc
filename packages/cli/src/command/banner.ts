import { counting, countModel, describeModelCounts, type ModelSnapshot } from '@orrery/runtime';
import { reachableHost, type Settings, version } from '@orrery/config';
import type { HealthPartName } from '@orrery/server';
import { calledAs } from './called-as.ts';
import { refusesAll, waysToAnswer } from './only-https.ts';
import { sampleQuery } from './sample-query.ts';

export interface BannerInput {
  readonly settings: Settings;
  readonly projectName: string;
  readonly model: ModelSnapshot;
  /** Where clients reach the server, without a slash at the end. */
  readonly origin: string;
  /** Token for the example; absent when this server cannot sign one. */
  readonly token: string | undefined;
  /** The first API key; set on the very first start only. */
  readonly firstKey: string | undefined;
  /** The key of this process; only in development mode. */
  readonly startKey: string | undefined;
  /** Port of PostgreSQL's protocol; absent: none is open. */
  readonly sqlPort?: number | undefined;
  /** Parts that keep the server from being ready. */
  readonly down: readonly HealthPartName[];
}

/**
 * Text shown when the server is up: the address to open, those of its services, and a command that sends an example
 * query. The key is behind the `#`, so that no server and no log on the way sees it.
 */
export function banner(input: BannerInput): string {
  const { settings, projectName, model, origin } = input;
  const { basePath } = settings.http;
  const mode = settings.isDevelopment ? ' in development mode: plain HTTP, this machine only' : '';
  return [
    ...describeStart(input),
    `Orrery ${version} is up${mode}`,
    '',
    `  Project    ${projectName}`,
    `  Data       ${settings.dataDirectory}`,
    `  Model      ${describeModelCounts(countModel(model.build))}`,
    `  Data API   ${origin}/${basePath}/v1  and  ${origin}/d/1/${basePath}/v1`,
    `  Platform   ${origin}/api/v1, described at ${origin}/api/docs; SCIM at ${origin}/api/scim/v2`,
    `  Assistants ${origin}/api/mcp, by MCP`,
    ...describeSqlPort(input),
    `  Health     ${origin}/readyz`,
    ...describeListening(settings),
    ...describeFirstKey(input),
    ...warnings(input).map((warning) => `  Attention  ${warning}`),
    ...example(input),
    '',
  ].join('\n');
}

function describeSqlPort({ settings, sqlPort }: BannerInput): readonly string[] {
  if (sqlPort === undefined) return [];
  return [`  SQL        port ${sqlPort} of ${reachableHost(settings.http.host)}, by PostgreSQL's protocol`];
}

/** A command that opens psql; a token is the password. Without TLS, other machines are refused. */
function psqlExample({ settings, sqlPort, token }: BannerInput): readonly string[] {
  const { host, transport } = settings.http;
  if (sqlPort === undefined || token === undefined || (transport.kind === 'plain' && !settings.isDevelopment))
    return [];
  const mode = transport.kind === 'plain' ? '' : ' sslmode=require';
  const address = `host=${reachableHost(host)} port=${sqlPort} user=cube dbname=1${mode}`;
  return ['', 'Or open psql:', '', `  PGPASSWORD='${token}' psql '${address}'`];
}

function describeStart({ startKey, origin }: BannerInput): readonly string[] {
  if (startKey === undefined) return [];
  return [`  Open       ${origin}/start#key=${startKey}  (signs you in, on this machine)`, ''];
}

/** An address of this machine stands in the lines above where the server listens on all of them. */
function describeListening({ http }: Settings): readonly string[] {
  if (http.publicUrl !== undefined || reachableHost(http.host) === http.host) return [];
  return [`  Listens    on every address of this machine; --public-url names the one that others use`];
}

function describeFirstKey({ firstKey }: BannerInput): readonly string[] {
  if (firstKey === undefined) return [];
  return [
    `  Admin key  ${firstKey}`,
    `             shown this once; ${calledAs} key create makes another, ${calledAs} key revoke ends it`,
  ];
}

const whatIsDown: Record<HealthPartName, string> = {
  'metadata store': 'the metadata store does not answer; the log says why',
  model: 'no query can be answered: every cube and view of the model has problems',
  'default data source': 'the default data source does not answer; the log says why',
};

/** The data folder of this start exists by now: the command keeps it under another name. */
function describeFormerData({ formerDataDirectory: former, dataDirectory: data }: Settings): readonly string[] {
  if (former === undefined) return [];
  const move = `mv '${data}' '${data}.new' && mv '${former}' '${data}'`;
  return [`'${former}', of an earlier version, is not used; if it belongs to this project, stop, then ${move}`];
}

function warnings({ settings, model, down }: BannerInput): readonly string[] {
  const problems = model.build.problems.length;
  return [
    ...(problems > 0 ? [`the model has ${counting(problems, 'problem')}; orrery check names them`] : []),
    ...describeFormerData(settings),
    ...down.map((part) => whatIsDown[part]),
    ...(refusesAll(settings) ? [`only HTTPS is answered: ${waysToAnswer}`] : []),
  ];
}

function example(input: BannerInput): readonly string[] {
  const { settings, model, origin, token } = input;
  const query = sampleQuery(model.index);
  if (!query || token === undefined || refusesAll(settings)) return [];
  const isSelfSigned = settings.http.transport.kind === 'self-signed';
  return [
    '',
    'Try a query:',
    '',
    `  curl -sG${isSelfSigned ? 'k' : ''} ${origin}/${settings.http.basePath}/v1/load \\`,
    `    -H 'Authorization: ${token}' \\`,
    `    --data-urlencode 'query=${JSON.stringify(query)}'`,
    ...psqlExample(input),
    ...aboutPolicies(model.index),
  ];
}

/** Explains policies, because the example's token has no security context. */
function aboutPolicies({ pieces }: ModelSnapshot['index']): readonly string[] {
  const policies = [...pieces.values()].flatMap((piece) => piece.policies ?? []);
  if (policies.length === 0) return [];
  const names = policies.flatMap(({ needs }) => (needs?.kind === 'groups' ? needs.names : []));
  const group = names.find((name) => /^[\w -]+$/.test(name)) ?? 'sales';
  return [
    '',
    'The model has access policies: this token sees only what they grant to everybody. A token for a member of a group:',
    '',
    `  ${calledAs} token --context '${JSON.stringify({ cubeCloud: { groups: [group] } })}'`,
  ];
}
