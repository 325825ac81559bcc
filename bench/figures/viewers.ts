import { type StorePlace, storeKinds, storePlace } from '../../tests/servers/store-place.ts';
import { type ServedMetadata, serveMetadata } from '../../packages/deployments/src/open-metadata.ts';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';
import { withServers } from '../with-servers.ts';

const viewers = 10_000;
const expired = 100_000;
const inOneStatement = 1_000;
const rounds = 200;
const by = { via: 'command' } as const;

/** Measures sessions beside many viewers, and beside many whose time is over, without HTTP. */
export function besideViewers(): Promise<readonly Figure[]> {
  return withServers(measureSessions);
}

async function measureSessions(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const kind of storeKinds) {
    const [few, many] = [await Store.open(kind), await Store.open(kind)];
    try {
      await many.fill(viewers, null);
      await many.fill(expired, 1);
      for (const { whose, make, more = 0 } of sessions) {
        const acts = { few: (round: number) => make(few, round), many: (round: number) => make(many, round) };
        const samples = await timeInTurns(acts, rounds);
        const [alone, beside] = [median(samples.few), median(samples.many)];
        figures.push({
          name: `a session for ${whose}, beside ${viewers.toLocaleString('en')} viewers and ${expired.toLocaleString('en')} expired ones, ${kind}`,
          measured: ms(beside),
          baseline: `${ms(alone)} without them`,
          bound: more === 0 ? '1.2x' : `1.2x and ${more} ms`,
          isWithin: beside <= alone * 1.2 + more,
        });
      }
    } finally {
      await few.close();
      await many.close();
    }
  }
  return figures;
}

interface Session {
  readonly whose: string;
  readonly make: (store: Store, round: number) => Promise<string>;
  /** Milliseconds for counting the viewers who stay. */
  readonly more?: number;
}

const sessions: readonly Session[] = [
  { whose: 'a viewer who is there', make: (store) => store.generate('u1') },
  { whose: 'a new viewer', make: (store, round) => store.generate(`new ${round}`), more: 1 },
  { whose: 'a new ephemeral viewer', make: (store, round) => store.generate(`brief ${round}`, true) },
];

class Store {
  readonly #place: StorePlace;
  readonly #metadata: ServedMetadata;

  private constructor(place: StorePlace, metadata: ServedMetadata) {
    this.#place = place;
    this.#metadata = metadata;
  }

  static async open(kind: StorePlace['kind']): Promise<Store> {
    const place = await storePlace(kind);
    const metadata = await serveMetadata(place.settings, Date);
    const { changes, settings, accountId } = metadata;
    await changes.changeRights({ accountId, by }, (change) =>
      settings.update(change, { limits: { externalUsers: 2 * viewers } }),
    );
    return new Store(place, metadata);
  }

  generate(externalId: string, isEphemeral = false): Promise<string> {
    const { accountId, embedSessions } = this.#metadata;
    const sessions = { forget: () => {} };
    const target = { requireDeployment: async () => {}, isPublished: async () => true };
    return embedSessions.generate(
      { accountId, by },
      { deploymentId: 1, externalId, isEphemeral },
      { target, sessions },
    );
  }

  /** Adds viewers. @param expiresAt epoch milliseconds; `null` for viewers who stay */
  async fill(count: number, expiresAt: number | null): Promise<void> {
    const { store, accountId } = this.#metadata;
    for (let first = 0; first < count; first += inOneStatement) {
      const rows = Array.from({ length: inOneStatement }, (_, index) => {
        const name = `other ${expiresAt} ${first + index}`;
        const fixed = { account_id: accountId, kind: 'external', role: 'viewer', status: 'active', created_at: 1 };
        return {
          ...fixed,
          uid: name,
          username: name,
          username_key: `\u0001/${name}`,
          external_id: name,
          expires_at: expiresAt,
        };
      });
      await store.database.insertInto('account_user').values(rows).execute();
    }
  }

  async close(): Promise<void> {
    await this.#metadata.close();
    await this.#place.remove();
  }
}
