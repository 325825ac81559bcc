import { groupUrn, userUrn } from '../../scim/scim-service.ts';
import type { Recorder } from '../recorder.ts';

const searchUrn = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** An identity provider keeps a user and a group. Members have a `$ref`, which readers of OpenAPI would follow: there are none. */
export async function tellScim(api: Recorder): Promise<void> {
  const emails = [{ value: 'bob@example.com', primary: true }];
  const user = { schemas: [userUrn], userName: 'bob', name: { givenName: 'Bob', familyName: 'Hill' }, emails };
  const { body: bob } = await api.ask('createUser', { body: user });
  const ofBob = { parameters: { id: bob.id } };
  const group = { schemas: [groupUrn], displayName: 'Norway' };
  const { body: norway } = await api.ask('createGroup', { body: group });
  const ofNorway = { parameters: { id: norway.id } };
  await api.ask('listUsers', { parameters: { filter: 'userName eq "bob"', count: 10 } });
  await api.ask('listGroups', { parameters: { filter: 'displayName eq "Norway"' } });
  const search = (filter: string) => ({ body: { schemas: [searchUrn], filter, startIndex: 1, count: 10 } });
  await api.ask('searchUsers', search('emails.value eq "bob@example.com"'));
  await api.ask('searchGroups', search('displayName sw "Nor"'));
  await api.ask('searchAll', search('displayName eq "Norway"'));
  await api.ask('getUser', ofBob);
  await api.ask('getGroup', ofNorway);
  await api.ask('replaceUser', { ...ofBob, body: { ...user, active: true } });
  await api.ask('replaceGroup', { ...ofNorway, body: group });
  const change = (path: string, value: unknown) => ({
    body: { schemas: [patchUrn], Operations: [{ op: 'replace', path, value }] },
  });
  await api.ask('changeUser', { ...ofBob, ...change('active', false) });
  await api.ask('changeGroup', { ...ofNorway, ...change('displayName', 'Norway and Sweden') });
  await api.ask('deleteGroup', ofNorway);
  await api.ask('deleteUser', ofBob);
  await api.ask('getConfig');
  await api.ask('getResourceTypes');
  await api.ask('getResourceType', { parameters: { id: 'User' } });
  await api.ask('getSchemas');
  await api.ask('getSchema', { parameters: { id: groupUrn } });
}
