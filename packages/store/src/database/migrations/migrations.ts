import type { Migration } from '../migration.ts';
import { deployments } from './0001-deployments.ts';
import { identity } from './0002-identity.ts';
import { masterKey } from './0003-master-key.ts';
import { people } from './0004-people.ts';
import { roles } from './0005-roles.ts';
import { signIn } from './0006-sign-in.ts';
import { environmentTokens, resourcePolicies } from './0007-0008-tokens-and-policies.ts';
import { content } from './0009-content.ts';
import { jobs, jobsByAccount } from './0010-and-0031-jobs.ts';
import { notifications } from './0011-notifications.ts';
import { deploymentInputs } from './0012-deployment-inputs.ts';
import { projectVersions } from './0013-project-versions.ts';
import { preferences } from './0015-preferences.ts';
import { embedSessions } from './0016-embed-sessions.ts';
import { contentSpaces, viewers } from './0017-0018-spaces-and-viewers.ts';
import { chat } from './0019-chat.ts';
import { aiModels } from './0020-ai-models.ts';
import { memories } from './0021-memories.ts';
import { evaluations } from './0022-evaluations.ts';
import { chatResults } from './0023-chat-results.ts';
import { projectUploads } from './0024-project-uploads.ts';
import { chartPalettes, dashboardThemes } from './0026-0027-themes-and-palettes.ts';
import { oauth, oauthClientDeployments, oauthDevices } from './0028-0030-0032-oauth.ts';
import { signInAnswers, signInProviders } from './0029-0033-sign-in-providers.ts';

/** Migrations in order, forward only, each safe while the previous version still runs. A number is never reused. */
export const migrations: ReadonlyMap<string, Migration> = new Map([
  ['0001-deployments', deployments],
  ['0002-identity', identity],
  ['0003-master-key', masterKey],
  ['0004-people', people],
  ['0005-roles', roles],
  ['0006-sign-in', signIn],
  ['0007-environment-tokens', environmentTokens],
  ['0008-resource-policies', resourcePolicies],
  ['0009-content', content],
  ['0010-jobs', jobs],
  ['0011-notifications', notifications],
  ['0012-deployment-inputs', deploymentInputs],
  ['0013-project-versions', projectVersions],
  ['0015-preferences', preferences],
  ['0016-embed-sessions', embedSessions],
  ['0017-content-spaces', contentSpaces],
  ['0018-viewers', viewers],
  ['0019-chat', chat],
  ['0020-ai-models', aiModels],
  ['0021-memories', memories],
  ['0022-evaluations', evaluations],
  ['0023-chat-results', chatResults],
  ['0024-project-uploads', projectUploads],
  [
    '0025-source-queries',
    {
      up: async (database) => {
        for (const table of ['report', 'report_snapshot'])
          await database.schema.alterTable(table).addColumn('source_query', 'text').execute();
      },
    },
  ],
  ['0026-dashboard-themes', dashboardThemes],
  ['0027-chart-palettes', chartPalettes],
  ['0028-oauth', oauth],
  ['0029-sign-in-providers', signInProviders],
  ['0030-oauth-devices', oauthDevices],
  ['0031-jobs-by-account', jobsByAccount],
  ['0032-oauth-client-deployments', oauthClientDeployments],
  ['0033-sign-in-answers', signInAnswers],
]);
