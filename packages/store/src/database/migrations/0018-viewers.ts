import type { Migration } from '../migration.ts';

/**
 * Indexes for viewers of embedded content: those of a tenant in order; those that stay, which are counted; and those
 * whose time is over, which are deleted.
 */
export const viewers: Migration = {
  async up(database) {
    const index = (name: string) => database.schema.createIndex(`account_user_${name}`).on('account_user');
    await database.schema.dropIndex('account_user_embed_tenant').execute();
    await index('embed_tenant').columns(['embed_tenant_id', 'id']).execute();
    await index('expiry').columns(['account_id', 'kind', 'expires_at']).execute();
  },
};
