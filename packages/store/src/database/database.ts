import type { Kysely } from 'kysely';
import type { AgentTables } from './tables/agent-tables.ts';
import type { ContentTables } from './tables/content-tables.ts';
import type { DeploymentTables } from './tables/deployment-tables.ts';
import type { NotificationTables } from './tables/notification-tables.ts';
import type { OAuthTables } from './tables/oauth-tables.ts';
import type { OwnTables } from './tables/own-tables.ts';
import type { PeopleTables } from './tables/people-tables.ts';

/** Tables of the metadata store, in a file for each feature that owns them. */
export interface Tables
  extends PeopleTables,
    DeploymentTables,
    ContentTables,
    NotificationTables,
    AgentTables,
    OAuthTables,
    OwnTables {}

export type Database = Kysely<Tables>;
