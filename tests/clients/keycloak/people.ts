import type { Page } from 'playwright-core';

const password = 'a password of people';

/** Describes a person in two groups, in the form of Keycloak's exports. */
export function personOf(username: string) {
  return {
    username,
    enabled: true,
    email: `${username}@example.com`,
    emailVerified: true,
    firstName: username,
    lastName: 'Berg',
    credentials: [{ type: 'password', value: password, temporary: false }],
    groups: ['/analysts', '/finance'],
  };
}

/** Fills in the form of Keycloak. */
export async function enterPassword(page: Page, username: string): Promise<void> {
  await page.locator('#username').fill(username);
  await page.locator('#password').fill(password);
  await page.locator('#kc-login').click();
}
