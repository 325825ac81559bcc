import { shownLiteral } from '@orrery/kernel';
import { StatementInvalid } from '../statement/index.ts';
import { type KnownSetting, knownSettings, millisecondsOf, type StartSettings, zoneMeant } from './known-settings.ts';

/** A setting as SHOW ALL and `pg_settings` list it. */
export interface ShownSetting {
  readonly name: string;
  /** `null`: without a value. */
  readonly setting: string | null;
  readonly description: string;
  /** Value after RESET. */
  readonly resetValue: string | null;
  readonly isReported: boolean;
  readonly isFixed: boolean;
  readonly source: 'default' | 'client' | 'session';
}

type SettingValues = ReadonlyMap<string, string>;

interface SettingLevel {
  /** Absent for the transaction itself. */
  readonly savepoint?: string;
  readonly session: SettingValues;
  readonly local: SettingValues;
}

/** SettingValues of settings that no list of ours knows, in all. */
const mostOthers = 200;
const longestValue = 4096;
const mostLevels = 1000;
const settingName = /^[a-z_][a-z0-9_$]*(\.[a-z_][a-z0-9_$]*)*$/i;

/**
 * Settings of a connection. SET in a transaction ends with it when it is rolled back; SET LOCAL always ends with it.
 * Names are read in any case.
 */
export class WireSettings {
  readonly #known: ReadonlyMap<string, KnownSetting>;
  readonly #start: SettingValues;
  #session: SettingValues = new Map();
  #local: SettingValues = new Map();
  #levels: readonly SettingLevel[] = [];
  /** SettingValues that clients know of. */
  #told: SettingValues;

  constructor({ startup = new Map(), ...start }: StartSettings) {
    this.#known = knownSettings(start);
    const given = new Map<string, string>();
    for (const [name, value] of startup) {
      const key = name.toLowerCase();
      if (key !== 'role' && this.#known.get(key)?.isFixed !== true) given.set(key, this.#checked(key, value));
    }
    this.#start = given;
    this.#session = new Map(given);
    this.#told = new Map(this.reported());
  }

  /** @returns the value; `null` where a setting has none; undefined for unknown names */
  get(name: string): string | null | undefined {
    const key = name.toLowerCase();
    const own = this.#local.get(key) ?? this.#session.get(key);
    return own ?? this.#known.get(key)?.default;
  }

  /** @throws StatementInvalid for a name that nothing has (42704) */
  require(name: string): string | null {
    const value = this.get(name);
    if (value === undefined)
      throw refused('sql.setting', `unrecognized configuration parameter "${shownLiteral(name)}"`);
    return value;
  }

  /**
   * SET, SET LOCAL and `set_config`. Outside of a transaction a local value is forgotten at once.
   *
   * @param values absent: the default @throws StatementInvalid for a value that the setting cannot have
   */
  set(name: string, values: readonly string[] | undefined, { isLocal = false } = {}): void {
    const key = name.toLowerCase();
    const setting = this.#known.get(key);
    if (setting?.isFixed) throw refused('sql.setting-fixed', `parameter "${setting.name}" cannot be changed`);
    const value = values === undefined ? this.#start.get(key) : this.#checked(key, values.join(', '));
    if (isLocal && this.#levels.length === 0) return;
    if (isLocal && value !== undefined) {
      this.#local = new Map(this.#local).set(key, value);
      return;
    }
    const session = new Map(this.#session);
    const local = new Map(this.#local);
    if (value === undefined) session.delete(key);
    else session.set(key, value);
    local.delete(key);
    this.#session = session;
    this.#local = local;
  }

  /** The value as it would be shown. @throws StatementInvalid for a value that the setting cannot have */
  checked(name: string, value: string): string {
    const setting = this.#known.get(name.toLowerCase());
    if (setting?.isFixed || setting?.name === 'role')
      throw refused('sql.setting-fixed', `parameter "${setting.name}" cannot be changed`);
    return this.#checked(name.toLowerCase(), value);
  }

  /** RESET and RESET ALL. */
  reset(name: string): void {
    if (name.toLowerCase() !== 'all') return this.set(name, undefined);
    const role = this.#session.get('role');
    this.#session = new Map(this.#start);
    if (role !== undefined) this.#session = new Map(this.#session).set('role', role);
    this.#local = new Map();
  }

  begin(): void {
    this.#levels = [{ session: this.#session, local: this.#local }];
  }

  commit(): void {
    this.#levels = [];
    this.#local = new Map();
  }

  rollback(): void {
    const [first] = this.#levels;
    if (first) this.#session = first.session;
    this.commit();
  }

  savepoint(name: string): void {
    if (this.#levels.length >= mostLevels) {
      throw refused('sql.limit', `a transaction may have ${mostLevels} savepoints`);
    }
    this.#levels = [...this.#levels, { savepoint: name, session: this.#session, local: this.#local }];
  }

  /** @throws StatementInvalid for an unknown name (3B001) */
  release(name: string): void {
    this.#levels = this.#levels.slice(0, this.#levelOf(name));
  }

  /** The savepoint stays. @throws StatementInvalid for an unknown name (3B001) */
  rollbackTo(name: string): void {
    const at = this.#levelOf(name);
    const level = this.#levels[at];
    if (!level) return;
    this.#session = level.session;
    this.#local = level.local;
    this.#levels = this.#levels.slice(0, at + 1);
  }

  /** Zone of the times of queries, as an IANA name; undefined for that of the project. */
  get zone(): string | undefined {
    const zone = this.#local.get('timezone') ?? this.#session.get('timezone');
    return zone === undefined ? undefined : zoneMeant(zone);
  }

  /** Milliseconds of a setting such as `5min`; 0: none. */
  milliseconds(name: 'statement_timeout' | 'idle_in_transaction_session_timeout'): number {
    return millisecondsOf(this.get(name) ?? '') ?? 0;
  }

  /** Cache mode of queries; undefined for the usual one. */
  get cacheMode(): string | undefined {
    return this.get('cube_cache') ?? undefined;
  }

  /** User of SET ROLE; undefined: the one that signed in. */
  get role(): string | undefined {
    const role = this.get('role');
    return role === 'none' || role === null ? undefined : role;
  }

  /** All settings in the order of their names. */
  all(): readonly ShownSetting[] {
    const known = [...this.#known.values()].map(({ name, description, isFixed, isReported }) => ({
      ...this.#shown(name),
      description,
      isFixed: isFixed === true,
      isReported: isReported === true,
    }));
    const others = [...this.#session.keys()]
      .filter((key) => !this.#known.has(key))
      .map((name) => ({ ...this.#shown(name), description: '', isFixed: false, isReported: false }));
    return [...known, ...others].sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
  }

  /** Names and values of ParameterStatus. */
  reported(): readonly (readonly [name: string, value: string])[] {
    return [...this.#known.values()]
      .filter(({ isReported }) => isReported)
      .map(({ name, startValue }) => {
        const key = name.toLowerCase();
        const own = this.#local.get(key) ?? this.#session.get(key);
        return [name, own ?? startValue ?? this.get(name) ?? ''] as const;
      });
  }

  /** Names and values that differ from those that were reported last. */
  takeChanged(): readonly (readonly [name: string, value: string])[] {
    const now = this.reported();
    const changed = now.filter(([name, value]) => this.#told.get(name) !== value);
    this.#told = new Map(now);
    return changed;
  }

  #shown(name: string): Pick<ShownSetting, 'name' | 'setting' | 'resetValue' | 'source'> {
    const key = name.toLowerCase();
    const own = this.#local.get(key) ?? this.#session.get(key);
    const started = this.#start.get(key);
    const resetValue = started ?? this.#known.get(key)?.default ?? null;
    const source = own === undefined ? 'default' : own === started ? 'client' : 'session';
    return { name, setting: own ?? this.#known.get(key)?.default ?? null, resetValue, source };
  }

  #levelOf(name: string): number {
    const at = this.#levels.findLastIndex(({ savepoint }) => savepoint === name);
    if (at === -1) throw refused('sql.savepoint', `savepoint "${shownLiteral(name)}" does not exist`);
    return at;
  }

  #checked(key: string, value: string): string {
    if (value.length > longestValue) throw refused('sql.limit', `a setting may have ${longestValue} characters`);
    const known = this.#known.get(key);
    if (known) return known.check?.(value) ?? value;
    if (!settingName.test(key) || key.length > 128) {
      throw refused('sql.setting', `invalid configuration parameter name "${shownLiteral(key)}"`);
    }
    const others = [...this.#session.keys()].filter((one) => !this.#known.has(one));
    if (others.length >= mostOthers && !others.includes(key)) {
      throw refused('sql.limit', `a connection may have ${mostOthers} settings that are not known`);
    }
    return value;
  }
}

function refused(code: string, message: string): StatementInvalid {
  return new StatementInvalid('User Error', code, message);
}
