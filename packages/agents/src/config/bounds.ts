/** Bounds on the files below `agents/`, whose authors may be customers. */
export const agentFileBounds = {
  files: 1_000,
  /** The maximum size of one file. */
  fileBytes: 256 * 1024,
  /** The maximum size of all files. */
  bytes: 4 * 1024 * 1024,
  /** Number of names in a path. */
  depth: 8,
} as const;

/** Longest texts, in characters, and largest numbers of what a configuration has. */
export const configurationBounds = {
  name: 100,
  description: 2_000,
  /** A prompt, the instructions of a skill, SQL, a question. */
  text: 32_000,
  spaces: 100,
  agents: 100,
  /** Views that an agent names. */
  views: 500,
  /** Rules, certified queries, skills and eval questions together. */
  items: 2_000,
} as const;
