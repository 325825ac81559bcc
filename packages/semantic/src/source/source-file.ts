import type { Problem } from '../problem/index.ts';
import type { SourceMap } from './yaml/source-map.ts';

/** A file of the model folder; `path` is relative to it, with `/`. */
export interface ModelFile {
  readonly path: string;
  readonly text: string;
  /** Set for a link that leads out of the folder; its target is not part of the model. */
  readonly isOutside?: true;
}

/** A file with the text that is read as YAML. */
export interface SourceFile extends ModelFile {
  /** Maps text that a template produced; absent when the text is the file's own. */
  readonly map?: SourceMap;
  /** Why there is no YAML to read; the text is then the template's. */
  readonly problem?: Problem;
}
