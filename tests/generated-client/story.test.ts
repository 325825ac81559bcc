import { afterAll, beforeAll, describe, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import type { Chapters } from './story-place.ts';

// Its types are not those of this project, see there: no import that the compiler follows.
const { chapters }: { readonly chapters: Chapters } = await import(`${import.meta.dirname}/story.ts`);

describe('a client generated from the description', () => {
  let service: ScimService;

  beforeAll(async () => {
    service = await ScimService.open('sqlite');
  });

  afterAll(() => service[Symbol.asyncDispose]());

  it.each(Object.entries(chapters))('%s', async (_, tell) => {
    await tell({ origin: service.served.origin, key: service.key });
  });
});
