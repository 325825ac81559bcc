import { keyInDeployToken } from '@orrery/people';
import type { Credentials } from '../caller.ts';

/** The same credentials, and the tokens that `orrery token deploy` prints, which are sent as they are. */
export function withDeployTokens({ authenticator, ...others }: Credentials): Credentials {
  return {
    ...others,
    authenticator: {
      personOf: async (headers) => {
        const key = await keyInDeployToken(headers.authorization ?? '');
        return authenticator.personOf(key === undefined ? headers : { ...headers, authorization: `Api-Key ${key}` });
      },
    },
  };
}
