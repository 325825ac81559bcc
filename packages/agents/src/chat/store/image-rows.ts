import type { Writer } from '@orrery/store';

/** An image that a user sent, in Base64. */
export interface StoredImage {
  readonly mimeType: string;
  readonly data: string;
  readonly name?: string | undefined;
}

export async function insertImages(writer: Writer, runId: number, images: readonly StoredImage[]): Promise<void> {
  if (images.length === 0) return;
  const rows = images.map(({ mimeType, data, name }, position) => {
    return { run_id: runId, position, mime_type: mimeType, name: name ?? null, data };
  });
  await writer.insertInto('chat_image').values(rows).execute();
}

export async function imagesOf(writer: Writer, runId: number): Promise<readonly StoredImage[]> {
  const rows = await writer
    .selectFrom('chat_image')
    .select(['mime_type', 'name', 'data'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute();
  return rows.map(({ mime_type: mimeType, name, data }) => ({ mimeType, data, name: name ?? undefined }));
}
