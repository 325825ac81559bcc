/** Versions that were tried with the AI SDK of this version. */
const versions: ReadonlyMap<string, string> = new Map([
  ['@ai-sdk/amazon-bedrock', '5.0.101'],
  ['@ai-sdk/google-vertex', '5.0.141'],
]);

export class PackageMissing extends Error {
  constructor(path: string, options: ErrorOptions) {
    const name = path.split('/').slice(0, 2).join('/');
    const version = versions.get(name) ?? 'latest';
    super(
      `The package ${name} is not installed, or not in a version that fits. Install it next to Orrery: npm install ${name}@${version}`,
      options,
    );
    this.name = 'PackageMissing';
  }
}
