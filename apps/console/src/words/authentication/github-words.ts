import { spoken } from '../spoken.ts';

export const githubWords = spoken({
  about:
    'Register an OAuth app at GitHub, best as your organization. Its authorization callback URL is the address of this server with /sso behind it, and then the redirect address that is shown once the provider is added. People are found by their verified main address.',
  baseUrl: 'Address of GitHub',
  baseUrlHelp: 'That of your own server, without a path, for GitHub Enterprise Server.',
  organizations: 'Organizations whose members may sign in',
  organizationsHelp:
    'Their names, with commas between them. At github.com one is needed, or everybody with an account there could come.',
  secretKept: 'Empty: the stored one stays. A new address needs it again.',
});
