import { afterAll, beforeAll, describe, it } from 'vitest';
import { ScimService } from '../scim/scim-service.ts';
import { MailServer } from '../servers/mail-server.ts';
import type { Chapters } from './story-place.ts';

// The story has the generated types instead of the project's (see `story.ts`), so the compiler must not follow this
// import.
const { chapters }: { readonly chapters: Chapters } = await import(`${import.meta.dirname}/story.ts`);

describe('a client generated from the description', () => {
  let service: ScimService;
  let mail: MailServer;

  beforeAll(async () => {
    mail = await MailServer.open();
    const environment = { ORRERY_SMTP_URL: mail.url, ORRERY_MAIL_FROM: 'orrery@example.com' };
    service = await ScimService.open('sqlite', { environment });
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await mail[Symbol.asyncDispose]();
  });

  it.each(Object.entries(chapters))('%s', async (_, tell) => {
    await tell({
      origin: service.served.origin,
      key: service.key,
      workJobs: () => service.served.composition.jobs.pass(),
      mailsTo: (address) =>
        mail.received.filter(({ recipients }) => recipients.includes(address)).map((one) => one.mail),
    });
  });
});
