import type { Generated } from 'kysely';

/** Tables of deployments, their inputs and uploaded projects. Instants are epoch milliseconds, booleans 0 or 1. */
export interface DeploymentTables {
  readonly deployment: DeploymentTable;
  readonly deployment_data_source: DeploymentDataSourceTable;
  readonly deployment_number: DeploymentNumberTable;
  readonly deployment_secret: DeploymentSecretTable;
  readonly deployment_variable: DeploymentVariableTable;
  readonly environment_token: EnvironmentTokenTable;
  readonly project_activation: ProjectActivationTable;
  readonly project_upload: ProjectUploadTable;
  readonly project_upload_file: ProjectUploadFileTable;
  readonly project_upload_piece: ProjectUploadPieceTable;
  readonly project_version: ProjectVersionTable;
  readonly project_version_piece: ProjectVersionPieceTable;
}

export interface DeploymentTable {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly created_at: number;
  /** The name in the form for comparison; unique in the account. */
  readonly name_key: Generated<string | null>;
  /** Grows with every change of its variables and data sources. */
  readonly revision: Generated<number>;
}

/** One row with the last number given to a deployment, deleted ones included. */
interface DeploymentNumberTable {
  readonly id: number;
  readonly last: number;
}

/** A variable that the project of a deployment may read. */
interface DeploymentVariableTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly name: string;
  /** The encrypted value; see `seal.ts`. */
  readonly sealed: string;
  readonly updated_at: number;
}

/** A database server queried by a deployment, in addition to those its project names. */
export interface DeploymentDataSourceTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly name: string;
  readonly type: string;
  /** JSON settings without the secret. */
  readonly settings: string;
  /** The encrypted password or token; see `seal.ts`. */
  readonly sealed: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Secrets that sign Data API tokens of a deployment: the newest signs, all are accepted. */
export interface DeploymentSecretTable {
  /** Newer secrets have larger ids. */
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly created_at: number;
  /** Sealed by the master key; see `seal.ts`. */
  readonly sealed: string;
}

/** A project that was uploaded for a deployment. */
export interface ProjectVersionTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly created_at: number;
  /** NULL when the user is deleted. */
  readonly created_by: number | null;
  /** Message of the user who uploaded it. */
  readonly message: string | null;
  /** Hex checksum of the archive. */
  readonly sha256: string;
  readonly archive_bytes: number;
  readonly file_count: number;
  /** Size of all files, unpacked. */
  readonly bytes: number;
}

/** A piece of a version's archive; in the order of their numbers the pieces make up the archive. */
interface ProjectVersionPieceTable {
  readonly id: Generated<number>;
  readonly version_id: number;
  /** Base64. */
  readonly content: string;
}

/** Records that a version began to serve. The newest one of a deployment names the version that serves. */
export interface ProjectActivationTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly version_id: number;
  /** The activation that going back returns to; NULL when there is none. */
  readonly before_id: number | null;
  readonly at: number;
}

/** A security context signed for an environment, kept until it expires. */
interface EnvironmentTokenTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly environment_id: number;
  /** JSON. */
  readonly security_context: string;
  /** JSON list; NULL allows everything that tokens of the deployment may do. */
  readonly scopes: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

/** A project while it is uploaded file by file. */
interface ProjectUploadTable {
  readonly id: Generated<number>;
  readonly deployment_id: number;
  readonly created_at: number;
}

interface ProjectUploadFileTable {
  readonly id: Generated<number>;
  readonly upload_id: number;
  readonly path: string;
  /** Hex checksum. */
  readonly sha1: string;
  readonly bytes: number;
}

/** Parts of a file; their order is that of their ids. */
interface ProjectUploadPieceTable {
  readonly id: Generated<number>;
  readonly file_id: number;
  /** Base64. */
  readonly content: string;
}
