import { keyInDeployToken } from '@orrery/people';
import type { Credentials } from '../caller.ts';

/** The same credentials without access tokens, and the tokens that `orrery token deploy` prints, which are sent as they are. */
export function withDeployTokens({ authenticator, ...others }: Credentials): Credentials {
  return {
    ...others,
    authenticator: {
      personOf: async (headers) => {
        const key = await keyInDeployToken(headers.authorization ?? '');
        if (key === undefined) return authenticator.personOf(headers);
        return authenticator.personOf({ ...headers, authorization: `Api-Key ${key}` }, { purpose: 'deploy' });
      },
    },
  };
}
