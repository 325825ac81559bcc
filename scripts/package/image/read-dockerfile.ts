/** One instruction of a Dockerfile: `RUN`, and what stands behind it, on one line. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The state that the instructions of one stage leave, apart from files. */
export interface ImageSettings {
  readonly from: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly workdir: string;
  /** `UID:GID`; root where the file has no `USER`. */
  readonly user: string;
  readonly volumes: readonly string[];
  readonly ports: readonly string[];
  readonly stopSignal: string;
  readonly healthCheck: readonly string[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
}

/** Reads the lines of a Dockerfile; comments are left out, and lines that end with `\` go on. */
export function instructionsOf(dockerfile: string): readonly Instruction[] {
  const lines = dockerfile.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => {
      const [, name = '', text = ''] = /^([A-Z]+)\s+(.+?)\s*$/.exec(line) ?? [];
      if (name === '') throw new Error(`no instruction of a Dockerfile: ${line}`);
      return { name, text };
    });
}

const withoutSettings: ImageSettings = {
  from: 'scratch',
  environment: {},
  workdir: '/',
  user: '0:0',
  volumes: [],
  ports: [],
  stopSignal: 'SIGTERM',
  healthCheck: [],
  entrypoint: [],
  command: [],
};

/** Instructions that change files. */
const ofFiles = ['RUN', 'COPY'];

/**
 * Applies an instruction that changes settings; those that change files leave them as they are. Knows the forms that our file
 * uses.
 *
 * @throws Error for others
 */
export function settingsAfter(before: ImageSettings | undefined, { name, text }: Instruction): ImageSettings {
  if (name === 'FROM') {
    if (before) throw new Error('there is one stage only');
    return { ...withoutSettings, from: text };
  }
  if (!before) throw new Error(`${name} stands before FROM`);
  if (ofFiles.includes(name)) return before;
  switch (name) {
    case 'ENV':
      return { ...before, environment: { ...before.environment, ...pairsOf(text) } };
    case 'WORKDIR':
      return { ...before, workdir: text };
    case 'USER':
      return { ...before, user: text };
    case 'VOLUME':
      return { ...before, volumes: [...before.volumes, text] };
    case 'EXPOSE':
      return { ...before, ports: [...before.ports, text] };
    case 'STOPSIGNAL':
      return { ...before, stopSignal: text };
    case 'HEALTHCHECK':
      return { ...before, healthCheck: wordsOf(text.replace(/^(?:--\S+ )*CMD /, '')) };
    case 'ENTRYPOINT':
      return { ...before, entrypoint: wordsOf(text) };
    case 'CMD':
      return { ...before, command: wordsOf(text) };
    default:
      throw new Error(`${name} is not read here`);
  }
}

function pairsOf(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(/\s+/).map((pair) => /^(\w+)=([^"'$\\]*)$/.exec(pair) ?? [pair]);
  return Object.fromEntries(
    pairs.map(([whole, name, value]) => {
      if (name === undefined || value === undefined) throw new Error(`ENV ${whole} is not read here`);
      return [name, value];
    }),
  );
}

/** Reads the form of JSON, in which no shell stands between the signals and the program. */
function wordsOf(text: string): readonly string[] {
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words)) throw new Error(`no list of words: ${text}`);
  return words.map(String);
}
