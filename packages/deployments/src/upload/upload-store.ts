import type { Database, Writer } from '@orrery/store';
import { fromStoredPieces, storedPieces } from '../version/index.ts';

/** A file of an upload, without its content. */
export interface UploadedFile {
  readonly id: number;
  readonly path: string;
  /** Hex checksum, by SHA-1. */
  readonly sha1: string;
  readonly bytes: number;
}

/** Rows of `project_upload`, its files and their pieces. Every query names the deployment. */
export class UploadStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert(writer: Writer, deploymentId: number, now: number): Promise<number> {
    const row = { deployment_id: deploymentId, created_at: now };
    const { id } = await writer.insertInto('project_upload').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  }

  /** Deletes uploads that began before an instant, and all but the newest ones. */
  async forget(writer: Writer, deploymentId: number, before: number, newest: number): Promise<void> {
    const rows = await writer
      .selectFrom('project_upload')
      .select(['id', 'created_at'])
      .where('deployment_id', '=', deploymentId)
      .orderBy('id', 'desc')
      .execute();
    for (const { id } of rows.filter(({ created_at: at }, index) => index >= newest || at < before))
      await this.delete(writer, deploymentId, id);
  }

  /** @param since uploads that began before are over */
  async has(writer: Writer, deploymentId: number, id: number, since: number): Promise<boolean> {
    const row = await writer
      .selectFrom('project_upload')
      .select('id')
      .where('deployment_id', '=', deploymentId)
      .where('id', '=', id)
      .where('created_at', '>=', since)
      .executeTakeFirst();
    return row !== undefined;
  }

  async files(writer: Writer, deploymentId: number, id: number): Promise<readonly UploadedFile[]> {
    return writer
      .selectFrom('project_upload_file')
      .innerJoin('project_upload', 'project_upload.id', 'project_upload_file.upload_id')
      .select(['project_upload_file.id', 'path', 'sha1', 'bytes'])
      .where('project_upload.deployment_id', '=', deploymentId)
      .where('upload_id', '=', id)
      .orderBy('project_upload_file.id')
      .execute();
  }

  /** Adds a file; one with the same path is replaced. */
  async insertFile(
    writer: Writer,
    uploadId: number,
    { path, sha1, content }: { readonly path: string; readonly sha1: string; readonly content: Uint8Array },
  ): Promise<void> {
    await writer.deleteFrom('project_upload_file').where('upload_id', '=', uploadId).where('path', '=', path).execute();
    const row = { upload_id: uploadId, path, sha1, bytes: content.byteLength };
    const inserted = writer.insertInto('project_upload_file').values(row).returning('id');
    const { id } = await inserted.executeTakeFirstOrThrow();
    for await (const piece of storedPieces(content))
      await writer.insertInto('project_upload_piece').values({ file_id: id, content: piece }).execute();
  }

  /** The content of a file. */
  async content(fileId: number): Promise<Buffer> {
    const rows = await this.#database
      .selectFrom('project_upload_piece')
      .select('content')
      .where('file_id', '=', fileId)
      .orderBy('id')
      .execute();
    return fromStoredPieces(rows);
  }

  async delete(writer: Writer, deploymentId: number, id: number): Promise<void> {
    await writer.deleteFrom('project_upload').where('deployment_id', '=', deploymentId).where('id', '=', id).execute();
  }
}
