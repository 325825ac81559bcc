import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MetaAnswer, metaAnswerSchema } from '@orrery/contract';
import { metaBody, RequestMemory } from '@orrery/runtime';
import { compileModel, indexModel, type ModelFile, openAccess } from '@orrery/semantic';

const root = join(import.meta.dirname, '../../../examples/shop/model');

/** The model of the example shop. */
export function shopModel() {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yml'))
    .toSorted()
    .map((path): ModelFile => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(root, path), 'utf8') }));
  const { build } = compileModel(files);
  return { build, index: indexModel(build.pieces, build.unavailable) };
}

/** What somebody sees of the shop whom no policy keeps anything from. */
export async function visibleShop(isExtended = false): Promise<MetaAnswer> {
  const body = await metaBody(
    { ...shopModel(), version: 'shop' },
    openAccess,
    { onlyViews: false, isExtended },
    new RequestMemory(),
  );
  const { bytes } = await body.inEncoding(undefined);
  return metaAnswerSchema.parse(JSON.parse(bytes.toString()));
}
