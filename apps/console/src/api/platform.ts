import { createPlatformClient } from '@orrery/client';
import { addressOf } from '../page/addresses.ts';

/** The Platform API of this server, with the session of the browser. */
export const platform = createPlatformClient({ baseUrl: new URL(addressOf(''), location.origin).href });
