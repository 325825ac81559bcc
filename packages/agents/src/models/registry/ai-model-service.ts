import type { NetworkRule } from '@orrery/engines';
import { Conflict, NotFound } from '@orrery/kernel';
import type { RightsChange } from '@orrery/people';
import { aiModelPlace, type Database, type Keyring, type Writer } from '@orrery/store';
import { type AiModelInput, readModelInput } from './ai-model-input.ts';
import { type AiModelRow, factsOf, readRow, type RegisteredAiModel } from './ai-model-row.ts';

interface AiModelServiceDependencies {
  readonly database: Database;
  readonly keyring: Keyring;
  /** Addresses that base URLs may lead to. */
  readonly network: NetworkRule;
  /** Receives each opened credential, so that the log hides it. */
  readonly hide?: ((secret: string) => void) | undefined;
}

const mostModels = 100;

/** The language models that the admins of an account register. Credentials are never shown again. */
export class AiModelService {
  readonly #dependencies: AiModelServiceDependencies;

  constructor(dependencies: AiModelServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Lists in order of creation. */
  async list(accountId: number): Promise<readonly RegisteredAiModel[]> {
    return (await rowsOf(this.#dependencies.database, accountId)).map(readRow);
  }

  /** @throws NotFound */
  async get(accountId: number, id: number): Promise<RegisteredAiModel> {
    return readRow(await this.#row(this.#dependencies.database, accountId, id));
  }

  /** A model with its credential, to be called. @throws NotFound, SealError */
  async open(accountId: number, id: number): Promise<RegisteredAiModel & { readonly credential: string | undefined }> {
    const { keyring, database, hide } = this.#dependencies;
    const row = await this.#row(database, accountId, id);
    if (row.has_credential === 0) return { ...readRow(row), credential: undefined };
    const credential = keyring.unseal(row.sealed, aiModelPlace(accountId, row.name));
    hide?.(credential);
    return { ...readRow(row), credential };
  }

  /** @throws InvalidInput, Conflict when the name is taken, or there are too many */
  async create(change: RightsChange, input: AiModelInput): Promise<RegisteredAiModel> {
    const { transaction, accountId, now } = change;
    const { name, ...model } = readModelInput(input, { network: this.#dependencies.network });
    const others = await rowsOf(transaction, accountId);
    if (others.length >= mostModels)
      throw new Conflict('ai-model.too-many', `An account has at most ${mostModels} models`);
    requireFree(name, others);
    const row = await transaction
      .insertInto('ai_model')
      .values({
        account_id: accountId,
        name,
        ...factsOf(model),
        ...(await this.#sealed(change, name, input.credential ?? '')),
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await onlyDefault(change, row);
    await record(change, { row, event: 'Created AI model' });
    return readRow(row);
  }

  /**
   * Changes a model. A credential that was given for one server is never sent to another one: where the server changes,
   * it has to be given again.
   *
   * @throws NotFound, InvalidInput, Conflict when the name is taken
   */
  async update(change: RightsChange, id: number, input: AiModelInput): Promise<RegisteredAiModel> {
    const { transaction, accountId, now } = change;
    const before = await this.#row(transaction, accountId, id);
    const { name, ...model } = readModelInput(input, {
      before: readRow(before),
      network: this.#dependencies.network,
    });
    if (name !== before.name) requireFree(name, await rowsOf(transaction, accountId));
    const row = await transaction
      .updateTable('ai_model')
      .set({ name, ...factsOf(model), ...(await this.#resealed(change, before, { ...input, name })), updated_at: now })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await onlyDefault(change, row);
    const fields = Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    await record(change, { row, event: 'Updated AI model', fields });
    return readRow(row);
  }

  /** @throws NotFound */
  async delete(change: RightsChange, id: number): Promise<void> {
    const { transaction, accountId } = change;
    const row = await this.#row(transaction, accountId, id);
    await transaction.deleteFrom('ai_model').where('id', '=', id).where('account_id', '=', accountId).execute();
    await record(change, { row, event: 'Deleted AI model' });
  }

  async #sealed({ transaction, accountId }: RightsChange, name: string, credential: string) {
    const sealed = await this.#dependencies.keyring.seal(transaction, credential, aiModelPlace(accountId, name));
    return { sealed, has_credential: Number(credential !== '') };
  }

  /** A credential is sealed with the name of its model, so a new name seals it again. */
  async #resealed(
    change: RightsChange,
    before: AiModelRow,
    { name, credential }: { readonly name: string; readonly credential?: string | null | undefined },
  ) {
    if (credential !== undefined) return this.#sealed(change, name, credential ?? '');
    if (name === before.name) return {};
    const { keyring } = this.#dependencies;
    return this.#sealed(change, name, keyring.unseal(before.sealed, aiModelPlace(change.accountId, before.name)));
  }

  async #row(writer: Writer, accountId: number, id: number): Promise<AiModelRow> {
    const row = await writer
      .selectFrom('ai_model')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row) return row;
    throw new NotFound('ai-model.not-there', `There is no AI model ${id}`);
  }
}

function rowsOf(writer: Writer, accountId: number): Promise<AiModelRow[]> {
  return writer.selectFrom('ai_model').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

function requireFree(name: string, others: readonly AiModelRow[]): void {
  if (others.every((other) => other.name !== name)) return;
  throw new Conflict('ai-model.name-taken', `There is a model '${name}' already`);
}

/** An account has one default at most: the one that was made so last. */
async function onlyDefault({ transaction, accountId }: RightsChange, { id, is_default }: AiModelRow): Promise<void> {
  if (is_default === 0) return;
  await transaction
    .updateTable('ai_model')
    .set({ is_default: 0 })
    .where('account_id', '=', accountId)
    .where('id', '!=', id)
    .execute();
}

function record(
  change: RightsChange,
  {
    row: { id, name, provider, model, base_url },
    event,
    fields = [],
  }: {
    readonly row: AiModelRow;
    readonly event: 'Created AI model' | 'Updated AI model' | 'Deleted AI model';
    readonly fields?: readonly string[];
  },
): Promise<void> {
  return change.record({ event, attributes: { id, name, provider, model, baseUrl: base_url, fields } });
}
