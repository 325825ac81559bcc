import { uploadFieldsSchema } from '@orrery/contract';
import { Invalid } from '@orrery/kernel';
import type { FastifyRequest } from 'fastify';
import { InvalidFields, readFields } from '../invalid-fields.ts';

const type = 'multipart/form-data';

export interface UploadForm {
  readonly uploadId: number;
  readonly path: string;
  readonly content: Buffer;
}

/** Reads a form with a file, whose size the body's limit bounds. @throws Invalid, InvalidFields */
export async function readForm({ headers, body }: FastifyRequest): Promise<UploadForm> {
  const given = headers['content-type'];
  if (!Buffer.isBuffer(body) || given === undefined)
    throw new Invalid('upload.no-form', `Send a form with a file, as ${type}`, [], 415);
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': given } }).formData().catch(() => {
    throw new Invalid('upload.bad-form', `The body cannot be read as ${type}`);
  });
  const { transaction, fileName } = readFields(uploadFieldsSchema, {
    transaction: form.get('transaction') ?? undefined,
    fileName: form.get('fileName') ?? undefined,
  });
  const file = form.get('file');
  if (file === null || typeof file === 'string') throw new InvalidFields([{ path: 'file', message: 'is missing' }]);
  return { uploadId: transaction.id, path: fileName, content: Buffer.from(await file.arrayBuffer()) };
}
