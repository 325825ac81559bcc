import type { Insertable, Selectable } from 'kysely';
import type { Database, ProjectActivationTable, ProjectVersionTable, Writer } from '@orrery/store';
import type { ProjectVersion } from './project-version.ts';
import { fromStoredPieces, storedPieces } from './stored-pieces.ts';

export type ActivationRow = Selectable<ProjectActivationTable>;

const piecesAtATime = 32;

/** Rows of `project_version`, its pieces and activations. Every query names the account and the deployment. */
export class VersionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lists the versions by number. */
  async list(
    writer: Writer,
    accountId: number,
    deploymentId: number,
    { afterId, limit }: { readonly afterId: number; readonly limit: number },
  ): Promise<ProjectVersion[]> {
    const query = this.#versions(writer, accountId, deploymentId);
    const rows = await query
      .where('project_version.id', '>', afterId)
      .orderBy('project_version.id')
      .limit(limit)
      .execute();
    const active = await this.activation(writer, accountId, deploymentId);
    return rows.map((row) => readVersion(row, active));
  }

  async get(writer: Writer, accountId: number, deploymentId: number, id: number): Promise<ProjectVersion | undefined> {
    const row = await this.#versions(writer, accountId, deploymentId)
      .where('project_version.id', '=', id)
      .executeTakeFirst();
    return row && readVersion(row, await this.activation(writer, accountId, deploymentId));
  }

  async hasDeployment(accountId: number, deploymentId: number, writer: Writer): Promise<boolean> {
    const deployments = writer.selectFrom('deployment').select('id').where('account_id', '=', accountId);
    return (await deployments.where('id', '=', deploymentId).executeTakeFirst()) !== undefined;
  }

  async count(deploymentId: number, writer: Writer): Promise<number> {
    const { count } = await writer
      .selectFrom('project_version')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('deployment_id', '=', deploymentId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async insert(writer: Writer, row: Insertable<ProjectVersionTable>, archive: Buffer): Promise<number> {
    const { id } = await writer.insertInto('project_version').values(row).returning('id').executeTakeFirstOrThrow();
    for await (const content of storedPieces(archive))
      await writer.insertInto('project_version_piece').values({ version_id: id, content }).execute();
    return id;
  }

  /** Returns the uploaded archive, unless the store was modified. */
  async archive(id: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let afterId = 0; ; ) {
      const rows = await this.#database
        .selectFrom('project_version_piece')
        .select(['id', 'content'])
        .where('version_id', '=', id)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(piecesAtATime)
        .execute();
      parts.push(fromStoredPieces(rows));
      const last = rows.at(-1);
      if (!last || rows.length < piecesAtATime) return Buffer.concat(parts);
      afterId = last.id;
    }
  }

  async delete(writer: Writer, id: number): Promise<void> {
    await this.#forgetActivations(writer, id);
    await writer.deleteFrom('project_version').where('id', '=', id).execute();
  }

  /** Lists deployments with an active version. */
  async activated(accountId: number): Promise<readonly number[]> {
    const rows = await this.#database
      .selectFrom('project_activation')
      .innerJoin('deployment', 'deployment.id', 'project_activation.deployment_id')
      .select('project_activation.deployment_id')
      .distinct()
      .where('deployment.account_id', '=', accountId)
      .execute();
    return rows.map(({ deployment_id }) => deployment_id);
  }

  /** Returns the current activation. */
  activation(writer: Writer, accountId: number, deploymentId: number): Promise<ActivationRow | undefined> {
    return writer
      .selectFrom('project_activation')
      .innerJoin('deployment', 'deployment.id', 'project_activation.deployment_id')
      .selectAll('project_activation')
      .where('deployment.account_id', '=', accountId)
      .where('project_activation.deployment_id', '=', deploymentId)
      .orderBy('project_activation.id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  activationBy(writer: Writer, deploymentId: number, id: number): Promise<ActivationRow | undefined> {
    return writer
      .selectFrom('project_activation')
      .selectAll()
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  async insertActivation(writer: Writer, row: Insertable<ProjectActivationTable>): Promise<void> {
    await writer.insertInto('project_activation').values(row).execute();
  }

  /** Removes activations of a version; later ones that point to them then point to the ones before. */
  async #forgetActivations(writer: Writer, versionId: number): Promise<void> {
    const rows = await writer
      .selectFrom('project_activation')
      .select(['id', 'before_id'])
      .where('version_id', '=', versionId)
      .orderBy('id', 'desc')
      .execute();
    for (const { id, before_id } of rows) {
      await writer.updateTable('project_activation').set({ before_id }).where('before_id', '=', id).execute();
    }
    await writer.deleteFrom('project_activation').where('version_id', '=', versionId).execute();
  }

  #versions(writer: Writer, accountId: number, deploymentId: number) {
    return writer
      .selectFrom('project_version')
      .innerJoin('deployment', 'deployment.id', 'project_version.deployment_id')
      .selectAll('project_version')
      .where('deployment.account_id', '=', accountId)
      .where('project_version.deployment_id', '=', deploymentId);
  }
}

function readVersion(row: Selectable<ProjectVersionTable>, active: ActivationRow | undefined): ProjectVersion {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    createdAt: row.created_at,
    createdBy: row.created_by ?? undefined,
    message: row.message ?? undefined,
    sha256: row.sha256,
    archiveBytes: row.archive_bytes,
    fileCount: row.file_count,
    bytes: row.bytes,
    isActive: active?.version_id === row.id,
  };
}
