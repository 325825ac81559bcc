import { createPlatformClient } from '@orrery/client';
import { addressOf } from '../page/addresses.ts';
import { credentials } from './viewer.ts';

/** The Platform API of this server. */
export const platform = createPlatformClient({ baseUrl: new URL(addressOf(''), location.origin).href, ...credentials });
