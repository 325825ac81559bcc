import type { Recorder } from '../recorder.ts';

const embedTenantName = 'acme-corp';
const ofTenant = { embedTenantName };

/** Viewers of embedded content, what they see, and the tenants they belong to. */
export async function tellViewers(api: Recorder, publicId: string): Promise<void> {
  const session = { deploymentId: 1, externalId: 'u1', embedTenantName };
  const begin = async (more: object) => {
    const { body } = await api.ask('generateSession', { body: { ...session, ...more } });
    return (await api.ask('exchangeEmbedSession', { body, isStranger: true })).body.token;
  };
  const headers = { authorization: `Embed-Token ${await begin({ email: 'u1@example.com' })}` };
  await api.ask('getEmbedTheme', { headers });
  await api.ask('getDashboard', { parameters: { publicId }, headers });
  await api.ask('loadDashboard', { parameters: { publicId }, headers });
  await api.ask('suggestDashboardValues', { parameters: { publicId }, headers, body: { widgetId: 'status' } });
  await api.ask('sharedWorkspaceObjects', { parameters: { deploymentId: 1 }, headers });
  await begin({ creatorMode: true, userAttributeDefinitions: [{ name: 'city', type: 'string' }] });
  await tellTenants(api);
}

async function tellTenants(api: Recorder): Promise<void> {
  await api.ask('getEmbedTenants', { parameters: { first: 10 } });
  const { body: users } = await api.ask('getEmbedUsers', { parameters: { ...ofTenant, first: 10 } });
  const user = { parameters: { ...ofTenant, id: users.items[0].id } };
  const { body: group } = await api.ask('createEmbedGroup', { parameters: ofTenant });
  const ofGroup = { parameters: { ...ofTenant, id: group.id } };
  const members = { ...ofGroup, body: { userIds: [users.items[0].id] } };
  await api.ask('updateEmbedGroup', ofGroup);
  await api.ask('addEmbedGroupMembers', members);
  await api.ask('getEmbedGroupMembers', { parameters: { ...ofGroup.parameters, first: 10 } });
  await api.ask('removeEmbedGroupMembers', members);
  await api.ask('getGroups', { parameters: ofTenant });
  await api.ask('deleteGroup', ofGroup);
  const { body: attributes } = await api.ask('getUserAttributes', { parameters: ofTenant });
  await api.ask('deleteUserAttribute', { parameters: { ...ofTenant, id: attributes.items[0].id } });
  const { body: sessions } = await api.ask('getEmbedSessions', { parameters: ofTenant });
  await api.ask('revokeEmbedSession', { parameters: { ...ofTenant, id: sessions.items[0].id } });
  await api.ask('revokeEmbedSessionsOfUser', user);
  await api.ask('deleteEmbedUser', user);
  await api.ask('deleteEmbedTenant', { parameters: ofTenant });
}
