import { type ConfigProblem, didYouMean } from '@orrery/kernel';
import { knownVariables, type SettingKey, settingNames, unbuiltVariables } from './setting-names.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Flags by name without dashes, in the form `parseArgs` returns. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

export interface SettingText {
  readonly text: string;
  /** Where the value came from: `--port` or `ORRERY_PORT`. */
  readonly origin: string;
}

/** Reads settings from flags and environment and collects their problems. */
export class SettingReader {
  readonly problems: ConfigProblem[] = [];
  /** Variables with the reference's names that were read. */
  readonly borrowed: string[] = [];
  readonly #flags: Flags;
  readonly #environment: EnvironmentVariables;

  constructor(flags: Flags, environment: EnvironmentVariables) {
    this.#flags = flags;
    this.#environment = environment;
  }

  text(key: SettingKey): SettingText | undefined {
    const { flag, variables } = settingNames[key];
    const given = flag === undefined ? undefined : this.#flags[flag];
    if (given !== undefined) return { text: String(given), origin: `--${flag}` };
    for (const variable of variables) {
      const text = this.#environment[variable];
      if (text === undefined || (text === '' && !mayNotBeEmpty.has(key))) continue;
      if (variable.startsWith('CUBEJS_') && !this.borrowed.includes(variable)) this.borrowed.push(variable);
      return { text, origin: variable };
    }
    return undefined;
  }

  isOn(key: SettingKey): boolean {
    const setting = this.text(key);
    if (!setting) return false;
    const value = switches.get(setting.text.toLowerCase());
    if (value === undefined) this.refuse(setting, `must be true or false, not '${setting.text}'`);
    return value ?? false;
  }

  /** Both ends inclusive. */
  integer(key: SettingKey, from: number, to: number): number | undefined {
    const setting = this.text(key);
    if (!setting) return undefined;
    const value = /^\d{1,15}$/.test(setting.text) ? Number(setting.text) : Number.NaN;
    if (value >= from && value <= to) return value;
    this.refuse(setting, `must be a whole number from ${from} to ${to}, not '${setting.text}'`);
    return undefined;
  }

  list(key: SettingKey): readonly string[] | undefined {
    const setting = this.text(key);
    if (!setting) return undefined;
    return [...new Set(setting.text.split(',').map((item) => item.trim()))].filter((item) => item !== '');
  }

  oneOf<T extends string>(key: SettingKey, choices: readonly T[]): T | undefined {
    const setting = this.text(key);
    if (!setting) return undefined;
    const choice = choices.find((candidate) => candidate === setting.text);
    if (choice === undefined) this.refuse(setting, `must be one of ${choices.join(', ')}, not '${setting.text}'`);
    return choice;
  }

  refuse(setting: Pick<SettingText, 'origin'>, why: string, hint?: string): void {
    this.problems.push({ message: `${setting.origin} ${why}.`, ...(hint ? { hint } : {}) });
  }

  /** Refuses variables with our prefix that no setting reads: features not built, and misspelt names. */
  refuseUnread(): void {
    for (const [variable, text] of Object.entries(this.#environment)) {
      if (text === undefined || text === '') continue;
      const feature = unbuiltVariables.get(variable);
      if (feature !== undefined) {
        this.refuse({ origin: variable }, `is set, but this version of Orrery does not have ${feature} yet; unset it`);
      } else if (variable.startsWith('ORRERY_') && !knownVariables.includes(variable)) {
        this.refuse({ origin: variable }, 'is not a setting', nearestSetting(variable));
      }
    }
  }

  /** Lists variables with the reference's names that are set but have no meaning here. */
  unreadBorrowed(): readonly string[] {
    return Object.keys(this.#environment).filter(
      (variable) =>
        variable.startsWith('CUBEJS_') && !knownVariables.includes(variable) && !unbuiltVariables.has(variable),
    );
  }
}

const ownPrefix = 'ORRERY_';
const prefixOfProviders = 'ORRERY_SSO_';

/** Names the setting that was meant, within those of providers where it is one of them, such as CLIENT_SECRET for SECRET. */
function nearestSetting(variable: string): string | undefined {
  const isOfProvider = variable.startsWith(prefixOfProviders);
  const prefix = isOfProvider ? prefixOfProviders : ownPrefix;
  const ours = knownVariables.filter((name) => name.startsWith(prefix));
  const lastWord = variable.slice(variable.lastIndexOf('_'));
  const [alike, ...others] = isOfProvider ? ours.filter((name) => name.endsWith(lastWord)) : [];
  return alike !== undefined && others.length === 0 ? `Did you mean ${alike}?` : didYouMean(variable, ours);
}

const switches: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Settings for which an empty variable is an error; elsewhere an empty variable counts as absent. */
const mayNotBeEmpty: ReadonlySet<SettingKey> = new Set([
  'secretKey',
  'nextSecretKey',
  'apiSecrets',
  'jwtKey',
  'metricsToken',
]);
