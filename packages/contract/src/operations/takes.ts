import type { OAuthScope } from '@orrery/kernel';

/** Kinds of callers. A `scraper` sends the token of the installation that reads metrics. */
export type CallerKind = 'person' | 'viewer' | 'token' | 'provider' | 'command' | 'scraper';

/** Rights that operations require, by the names that custom roles grant them under. */
type AccountRight =
  | 'AIBIExplore'
  | 'AuditLogManage'
  | 'ChartPalettesManage'
  | 'DashboardThemesManage'
  | 'DeploymentCreate';
type DeploymentRight =
  | 'DeploymentRead'
  | 'DeploymentAgentRead'
  | 'DeploymentUpdate'
  | 'DeploymentDelete'
  | 'SchemaRead'
  | 'SchemaUpdate'
  | 'SqlRunnerRead';

/** Scope that a token for the Data API needs; `any`: a valid token is enough. */
type TokenScope = 'data' | 'meta' | 'sql' | 'graphql' | 'any';

/**
 * Sessions of viewers that an operation takes: `locked` for all, those that may open one dashboard only included; `read`
 * for those that are for a deployment; `creator` for those in creator mode.
 */
export type ViewerSessionKind = 'locked' | 'read' | 'creator';

/** Callers that may use an operation. All conditions must hold; other kinds of callers are refused with 403. */
export interface Takes {
  /** `anybody` sends no credential. */
  readonly callers: readonly CallerKind[] | 'anybody';
  /** The viewers among the callers. Set wherever viewers may call. */
  readonly viewers?: ViewerSessionKind;
  readonly isAdmin?: true;
  /** A feature of the product that the account has to have. */
  readonly feature?: 'embedding' | 'evals' | 'chatApi';
  /** The API key must be for all deployments; otherwise a key for some could give itself more. */
  readonly allDeployments?: true;
  readonly onAccount?: AccountRight;
  /** Right on the deployment in the path, which the API key must be for. */
  readonly onDeployment?: DeploymentRight;
  /** The deployment in the path must not be that of the project folder, whose files are changed instead. */
  readonly isChanging?: true;
  /** Access to the item in the path. */
  readonly onItem?: ItemAccess;
  readonly scope?: TokenScope;
  /** The agent in the path must be one of the account in the path, and of a deployment that the caller may use. */
  readonly onAgent?: true;
  /** Pages of every origin may call it: no cookie has a meaning for it. */
  readonly isForAllPages?: true;
  /** Also takes the session that a user began inside of a frame; `only`: and none of the application. */
  readonly isInFrames?: true | 'only';
  /** The person must be in front of a browser that is signed in: what it decides, no API key and no token may. */
  readonly isSessionOnly?: true;
  /** Scopes of access tokens, one of which is enough, where they are not those of `scopesTaken`; none: it takes no token. */
  readonly oauth?: readonly OAuthScope[];
}

export interface ItemAccess {
  readonly kind: 'FOLDER' | 'WORKBOOK' | 'REPORT';
  readonly level: 'view' | 'edit' | 'full';
}

export const anybody = { callers: 'anybody' } as const satisfies Takes;
export const person = { callers: ['person'] } as const satisfies Takes;
/** Viewers of embedded content, in sessions that are not for one dashboard. */
export const viewer = { callers: ['viewer'], viewers: 'read' } as const satisfies Takes;
/** Identity providers, by the API key of an admin of the account they keep. */
export const provider = { callers: ['provider'], isAdmin: true } as const satisfies Takes;
/** Identity providers that change users and groups, whose rights are those of the whole account. */
export const provisioner = { ...provider, allDeployments: true } as const satisfies Takes;
/** A person in front of a browser. */
export const signedIn = { ...person, isSessionOnly: true } as const satisfies Takes;
export const admin = { ...person, isAdmin: true } as const satisfies Takes;
/** An admin who changes rights or credentials of the whole account. */
export const governor = { ...admin, allDeployments: true } as const satisfies Takes;

/** Part of showing a dashboard, or chats, to users who signed in inside of a frame. */
export function inFrames<T extends Takes>(takes: T) {
  return { ...takes, isInFrames: true } as const;
}

/** Takes the session of a frame, and never that of the application in its place. */
export function inFramesOnly<T extends Takes>(takes: T) {
  return { ...takes, isInFrames: 'only' } as const;
}

/** Takes access tokens with one of these scopes. */
export function byScopes<T extends Takes>(takes: T, ...oauth: readonly OAuthScope[]) {
  return { ...takes, oauth } as const;
}

/** Reads by another method than GET, so that applications that may only read use it, too. */
export function reading<T extends Takes>(takes: T) {
  return byScopes(takes, 'platform', 'platform:read');
}

/** Takes no access token: it makes or shows a credential, or a way to sign in, which would outlive the grant. */
export function withoutTokens<T extends Takes>(takes: T) {
  return byScopes(takes);
}

/** Also takes viewers of embedded content, by these sessions. Conditions on people do not concern them. */
export function forViewers<T extends Takes & { readonly callers: readonly CallerKind[] }>(
  takes: T,
  viewers: ViewerSessionKind,
): Omit<T, 'callers'> & { readonly callers: readonly ['person', 'viewer']; readonly viewers: ViewerSessionKind } {
  return { ...takes, callers: ['person', 'viewer'], viewers };
}

export function onAccount<R extends AccountRight>(right: R) {
  return { ...person, onAccount: right } as const satisfies Takes;
}

export function onDeployment<R extends DeploymentRight>(right: R) {
  return { ...person, onDeployment: right } as const satisfies Takes;
}

/** Changes stored data of a deployment. */
export function changing<R extends DeploymentRight>(right: R) {
  return { ...onDeployment(right), isChanging: true } as const satisfies Takes;
}

export const adminOfDeployment = {
  ...admin,
  ...onDeployment('DeploymentRead'),
  isAdmin: true,
} as const satisfies Takes;
/** A user who may create folders, workbooks and reports in the deployment. */
export const maker = { ...onDeployment('DeploymentRead'), onAccount: 'AIBIExplore' } as const satisfies Takes;

/** Requires access to the item with the last number of the path: `/reports/:reportId`. */
export function onItem(kind: ItemAccess['kind'], level: ItemAccess['level']) {
  return { ...onDeployment('DeploymentRead'), onItem: { kind, level } } as const satisfies Takes;
}

/** Users who may talk to the agent in the path. */
export const onAgent = { ...person, feature: 'chatApi', onAgent: true } as const satisfies Takes;

/** Tokens of a deployment. */
export function token(scope: TokenScope) {
  return { callers: ['token'], scope } as const satisfies Takes;
}
