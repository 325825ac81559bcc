import { randomUUID } from 'node:crypto';

/** The row of a user of a large account, by a number of its own. */
export function userRow(accountId: number, number: number) {
  const username = `user${number}@example.com`;
  return {
    account_id: accountId,
    username,
    username_key: username,
    email: username,
    emails: JSON.stringify([{ value: username, type: 'work', primary: true }]),
    display_name: `User ${number}`,
    role: 'viewer',
    status: 'active',
    created_at: number,
    uid: randomUUID(),
  };
}
