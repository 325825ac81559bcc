import type { Tables } from '../database/index.ts';

/**
 * Columns with sealed texts, each with its place, to which `seal` binds the text. Rotating the key seals all of them
 * again.
 */
export interface SealedColumn {
  readonly table: keyof Tables;
  readonly column: string;
  readonly placeOf: (row: Readonly<Record<string, unknown>>) => string;
}

export const sealedColumns: readonly SealedColumn[] = [
  { table: 'deployment_secret', column: 'sealed', placeOf: (row) => apiSecretPlace(Number(row['deployment_id'])) },
  {
    table: 'deployment_variable',
    column: 'sealed',
    placeOf: (row) => variablePlace(Number(row['deployment_id']), String(row['name'])),
  },
  {
    table: 'deployment_data_source',
    column: 'sealed',
    placeOf: (row) => dataSourcePlace(Number(row['deployment_id']), String(row['name'])),
  },
  { table: 'embed_secret', column: 'sealed', placeOf: (row) => embedSecretPlace(Number(row['account_id'])) },
  { table: 'oauth_secret', column: 'sealed', placeOf: (row) => oauthSecretPlace(Number(row['account_id'])) },
  {
    table: 'ai_model',
    column: 'sealed',
    placeOf: (row) => aiModelPlace(Number(row['account_id']), String(row['name'])),
  },
  { table: 'sign_in_provider', column: 'sealed', placeOf: (row) => signInProviderPlace(String(row['key'])) },
  { table: 'master_key', column: 'sealed', placeOf: () => keyCheckPlace },
];

/** One place for all secrets of a deployment: a text moved to another deployment does not open. */
export function apiSecretPlace(deploymentId: number): string {
  return `deployment/${deploymentId}/api-secret`;
}

/** Place of a variable's value: a value moved to another variable does not open. */
export function variablePlace(deploymentId: number, name: string): string {
  return `deployment/${deploymentId}/variable/${name}`;
}

export function dataSourcePlace(deploymentId: number, name: string): string {
  return `deployment/${deploymentId}/data-source/${name}`;
}

/** The place of the secret that signs the tokens of an account's viewers. */
export function embedSecretPlace(accountId: number): string {
  return `account/${accountId}/embed-secret`;
}

/** The place of the secret that signs the refresh tokens of an account's applications. */
export function oauthSecretPlace(accountId: number): string {
  return `account/${accountId}/oauth-secret`;
}

/** The place of the credential of a language model: one moved to another model does not open. */
export function aiModelPlace(accountId: number, name: string): string {
  return `account/${accountId}/ai-model/${name}`;
}

/** The place of the secrets of a provider that people sign in by. */
export function signInProviderPlace(key: string): string {
  return `sign-in-provider/${key}`;
}

/** Place of the text that identifies the key. */
export const keyCheckPlace = 'master-key/check';
