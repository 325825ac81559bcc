import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migratedPlace, storeKinds, type StorePlace } from '../../../tests/servers/store-place.ts';
import { exampleOfSamlMetadata } from '../../contract/src/operations/platform/sign-in/saml-metadata-example.ts';
import type { SsoSettings } from '../../config/src/sso-settings.ts';
import { samlMetadataReader } from '../../sso/src/saml-metadata-reader.ts';
import { type ServedMetadata, serveMetadata } from './open-metadata.ts';

const url = 'https://login.example.com/metadata';
const key = 'environment';

function saml(given: Partial<SsoSettings> = {}): SsoSettings {
  return { kind: 'saml', name: 'Company', settings: {}, metadata: { url }, ...given };
}

const oidc: SsoSettings = {
  kind: 'oidc',
  name: 'Company',
  settings: { issuer: 'https://login.example.com/saml', clientId: 'orrery' },
  clientSecret: 'a secret of the client',
};

describe.each(storeKinds)('a provider of SAML of the settings, on %s', (kind) => {
  let place: StorePlace;
  let open: ServedMetadata[];
  let warned: string[];
  /** Answer at the address of the metadata; `undefined` while it does not answer. */
  let served: string | undefined;

  beforeEach(async () => {
    place = await migratedPlace(kind);
    open = [];
    warned = [];
    served = exampleOfSamlMetadata;
  });

  afterEach(async () => {
    for (const metadata of open) await metadata.close();
    await place.remove();
  });

  const log = { error: () => undefined, warn: (_: object, message: string) => void warned.push(message) };
  const readMetadata = samlMetadataReader(
    async () => new Response(served, { status: served === undefined ? 503 : 200 }),
  );
  const serve = async (sso: SsoSettings) => {
    const clock = { now: () => Date.UTC(2026, 10, 29) };
    const metadata = await serveMetadata({ ...place.settings, sso }, clock, { log, readMetadata });
    open.push(metadata);
    return metadata;
  };
  const providerIn = ({ signInProviders }: ServedMetadata) => signInProviders.open(key);
  const origin = { address: '192.0.2.1', userAgent: 'Browser/1' };
  const comeBy = async (metadata: ServedMetadata) => {
    const provider = await providerIn(metadata);
    if (!provider) throw new Error('it is off');
    const person = { issuer: 'https://login.example.com/saml', subject: 's-1', userName: 'gina' };
    return metadata.providerSignIn.signIn(provider, person, origin);
  };

  it('is set up by its metadata, from an address or a file, and stays as it is at the next start', async () => {
    const file = join(place.settings.dataDirectory, 'metadata.xml');
    writeFileSync(file, exampleOfSamlMetadata);
    const settings = { signsRequests: true, wantsEncryptedAssertions: true, audience: 'urn:ours' };
    for (const metadata of [{ url }, { file }]) {
      const first = await providerIn(await serve(saml({ settings, metadata })));
      expect(first).toMatchObject({
        kind: 'saml',
        settings: {
          ...settings,
          entityId: 'https://login.example.com/saml',
          ssoUrl: 'https://login.example.com/saml/sso',
        },
      });
      expect(await providerIn(await serve(saml({ settings, metadata })))).toEqual(first);
    }
    const [, cleared] = [await serve(saml({ settings })), await serve(saml())];
    const { settings: after } = (await providerIn(cleared)) ?? {};
    expect(after).not.toHaveProperty('audience');
    expect(after).not.toHaveProperty('ownCertificate');
  });

  it('stays as its metadata was read before while the address does not answer', async () => {
    await comeBy(await serve(saml()));
    served = undefined;
    const again = await serve(saml({ settings: { mayMake: false, mayLink: false } }));
    expect(await providerIn(again)).toMatchObject({ settings: { ssoUrl: 'https://login.example.com/saml/sso' } });
    expect(await comeBy(again)).toMatchObject({ kind: 'signed-in' });
    expect(warned).toContain('the provider of ORRERY_SSO_* stays as its metadata was read before');
  });

  it('stops the start where its metadata cannot be read and never were', async () => {
    served = undefined;
    const none = /^ORRERY_SSO_METADATA_URL leads to no document that can be read/;
    await expect(serve(saml())).rejects.toThrow(none);
    served = exampleOfSamlMetadata;
    await serve(saml());
    served = '<html></html>';
    const other = { url: 'https://other.example.com/metadata' };
    await expect(serve(saml({ metadata: other }))).rejects.toThrow(/^ORRERY_SSO_METADATA_URL describes no provider/);
    const gone = { file: join(place.settings.dataDirectory, 'gone.xml') };
    await expect(serve(saml({ metadata: gone }))).rejects.toThrow(/^ORRERY_SSO_METADATA_FILE names no file/);
  });

  it('is refused with every problem, by the names of its variables', async () => {
    served = exampleOfSamlMetadata.replace('https://login.example.com/saml/sso', 'http://login.example.com');
    const settings = { subject: 'attribute', linkBy: ['externalId'] } as const;
    await expect(serve(saml({ settings }))).rejects.toThrow(
      /^The SingleSignOnService in the metadata of ORRERY_SSO_METADATA_\* must be .*\nORRERY_SSO_SUBJECT_ATTRIBUTE is needed .*\nORRERY_SSO_LINK_BY .*ORRERY_SSO_EXTERNAL_ID_CLAIM.*$/,
    );
  });

  it('takes the place of one of another kind, and knows nobody whom that one knew', async () => {
    expect(await comeBy(await serve(oidc))).toMatchObject({ kind: 'signed-in' });
    const after = await serve(saml({ settings: { mayMake: false, mayLink: false } }));
    expect(await after.signInProviders.list(after.accountId)).toMatchObject([{ key, kind: 'saml', hasSecret: false }]);
    expect(await comeBy(after)).toMatchObject({ kind: 'refused' });
  });
});
