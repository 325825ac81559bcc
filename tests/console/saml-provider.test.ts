import { signInProviderOperations } from '@orrery/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSamlKey } from '../sso/saml-message.ts';
import { ConsoleService } from './console-service.ts';
import { violationsOf } from './guarded-browser.ts';

const { metadata } = signInProviderOperations.readMetadata.example;

let console: ConsoleService;

beforeAll(async () => {
  console = await ConsoleService.open({}, 'project', () => Date.now());
});

afterAll(() => console?.[Symbol.asyncDispose]());

it.each(['light', 'dark'] as const)('a provider of SAML is set up by its metadata, in %s', async (colorScheme) => {
  const name = `Company ${colorScheme}`;
  const expired = await makeSamlKey({ yearsAgo: 21 });
  const width = colorScheme === 'dark' ? 390 : 1440;
  await using guarded = await console.admin({ statuses: [400], colorScheme, viewport: { width, height: 900 } });
  const page = await guarded.newPage();
  const shot = async (part: string) => {
    if (process.env['SHOT'])
      await page.screenshot({ path: `${process.env['SHOT']}-${width}-${part}.png`, fullPage: true });
  };
  await page.goto('/authentication');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByRole('button', { name: /Protocol/ }).click();
  await page.getByRole('option', { name: 'SAML 2.0' }).click();
  await page.getByRole('button', { name: /Kind of provider/ }).click();
  await page.getByRole('option', { name: 'Keycloak' }).click();
  await page.getByText('choose the NameID format persistent').waitFor();
  await page.getByLabel('Name on the button').fill(name);
  await page.getByLabel('Or its address, or its text').fill('<no metadata>');
  await page.getByRole('button', { name: 'Read it', exact: true }).click();
  await page.getByRole('alert').getByRole('paragraph').waitFor();
  const file = { name: 'metadata.xml', mimeType: 'text/xml', buffer: Buffer.from(metadata) };
  await page.getByLabel('File').setInputFiles(file);
  await page.getByText('Read the metadata of https://login.example.com/saml.').waitFor();
  expect(await page.getByLabel('Entity ID of the provider').inputValue()).toBe('https://login.example.com/saml');
  expect(await page.getByLabel('Address of its sign-in page').inputValue()).toBe('https://login.example.com/saml/sso');
  await page
    .locator('form')
    .getByText(/^ends \d+ Nov 2046$/)
    .waitFor();
  await page.getByText('Names of attributes').click();
  await page.getByLabel('E-mail address', { exact: true }).fill('mail');
  await page.getByText('More: audience, requests').click();
  await page.getByLabel('Sign our requests').check();
  await page.getByLabel('Take encrypted assertions only').check();
  expect(await violationsOf(page)).toEqual([]);
  await shot('form');
  await page.getByLabel('Address of its sign-in page').fill('nowhere');
  await page.getByRole('button', { name: 'Add provider' }).click();
  await page.getByRole('alert').getByText('Address of its sign-in page must be an address').waitFor();
  await page.getByLabel('Address of its sign-in page').fill('https://login.example.com/saml/sso');
  await page.getByRole('button', { name: 'Add provider' }).click();

  const row = page.getByRole('listitem', { name });
  await row.getByRole('link', { name: `Download our metadata for ${name}` }).waitFor();
  const { accountId, signInProviders } = console.service.metadata;
  const made = (await signInProviders.list(accountId)).find((each) => each.name === name);
  if (made?.kind !== 'saml') throw new Error('it is of another kind');
  expect(made.settings).toMatchObject({
    claims: { email: 'mail' },
    signsRequests: true,
    wantsEncryptedAssertions: true,
  });
  await row.getByText(`${console.origin}/sso/${made.key}/callback`).waitFor();
  await row.getByRole('region', { name: 'Certificate of our signatures' }).waitFor();
  await row.getByRole('region', { name: 'Certificate for encryption' }).waitFor();
  const described = await guarded.context.request.get(`/sso/${made.key}/metadata`);
  expect(await described.text()).toContain('EntityDescriptor');

  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const certificates = row.getByRole('textbox', { name: 'Certificates' });
  await certificates.fill(`${await certificates.inputValue()}\n${expired.cert}`);
  await row.getByText('Names of attributes').click();
  await row.getByLabel('E-mail address', { exact: true }).fill('');
  await row.getByRole('button', { name: 'Save' }).click();
  await row.getByText(/^expired /).waitFor();
  const saved = (await signInProviders.list(accountId)).find(({ key }) => key === made.key);
  expect(saved?.settings).toEqual({
    ...made.settings,
    certificates: [...made.settings.certificates, expect.any(String)],
    claims: { ...made.settings.claims, email: 'email' },
  });
  await shot('row');
  expect(await violationsOf(page)).toEqual([]);
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrolled).toBeLessThanOrEqual(width);
});
