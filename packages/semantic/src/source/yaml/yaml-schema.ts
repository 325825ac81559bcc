import { CORE_SCHEMA, mergeTag } from 'js-yaml';

/** Without timestamps, so that `2024-01-01` stays text; with `<<`, which model files share defaults by. */
export const yamlSchema = CORE_SCHEMA.withTags(mergeTag);
