import { list, type MappingShape, mapping, ref, type Schema } from './schema-of.ts';
import { cubeShapes } from './shapes/cube-shapes.ts';
import { memberShapes } from './shapes/member-shapes.ts';
import { refreshShapes } from './shapes/refresh-shapes.ts';
import { viewShapes } from './shapes/view-shapes.ts';
import { policyShapes } from './shapes/policy-shapes.ts';

/** Keys that the readers of `packages/semantic/src/source` accept, by kind of mapping. A test compares them. */
export const modelShapes: Readonly<Record<string, MappingShape>> = {
  ...cubeShapes,
  ...memberShapes,
  ...refreshShapes,
  ...viewShapes,
  ...policyShapes,
};

/** Schema with which editors complete and check model files. */
export function modelSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A file of an Orrery model',
    ...mapping({
      keys: { cubes: list(ref('cube')), views: list(ref('view')), view_groups: list(ref('viewGroup')) },
    }),
    type: ['object', 'null'],
    $defs: Object.fromEntries(Object.entries(modelShapes).map(([name, shape]) => [name, mapping(shape)])),
  };
}
