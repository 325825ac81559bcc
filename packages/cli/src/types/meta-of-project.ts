import type { MetaAnswer } from '@orrery/contract';
import type { DataScope } from '@orrery/kernel';
import { metaBody, RequestMemory } from '@orrery/runtime';
import { type CommandInput, withRuntime } from '../command/index.ts';

/** The model of a project folder, as a caller sees it. */
export async function metaOfProject(
  input: CommandInput,
  caller: Pick<DataScope, 'securityContext'>,
): Promise<Pick<MetaAnswer, 'cubes'>> {
  let found: Pick<MetaAnswer, 'cubes'> = { cubes: [] };
  await withRuntime(input, caller, async ({ model, access }) => {
    const body = await metaBody(model, access, { onlyViews: false, isExtended: false }, new RequestMemory());
    const { bytes } = await body.inEncoding(undefined);
    found = JSON.parse(bytes.toString('utf8')) as MetaAnswer; // as it was just written
  });
  return found;
}
