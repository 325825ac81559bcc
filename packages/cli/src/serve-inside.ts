import { pino } from 'pino';
import type { CommandInput, ServedInside } from './command/index.ts';
import { compose } from '@orrery/server';
import { mintToken } from '@orrery/deployments';

const tokenSeconds = 24 * 60 * 60;

/** Serves a project only to the holder of the result: no port is opened. */
export const serveInside: CommandInput['serveInside'] = async (settings, project, { clock }): Promise<ServedInside> => {
  const log = pino({ level: 'silent' }); // what is refused is meant to be
  const quiet = { ...settings, jobsAtATime: 0 }; // a look inside sends nobody anything
  const { app, runtime, deployments, close } = await compose({ settings: quiet, project, log, clock });
  const [deployment] = deployments;
  if (!deployment) throw new Error('no deployment');
  await app.ready();
  const tokens = new Map<string, Promise<string | undefined>>();
  const tokenOf = (securityContext: Readonly<Record<string, unknown>>) => {
    const key = JSON.stringify(securityContext);
    const request = { deployment, securityContext, expiresInSeconds: tokenSeconds, clock };
    const token = tokens.get(key) ?? mintToken(request, settings.tokens);
    tokens.set(key, token);
    return token;
  };
  return {
    runtime,
    ask: async (context, route, body) => {
      const authorization = (await tokenOf(context)) ?? '';
      for (;;) {
        const answer = await app.inject({
          method: body === undefined ? 'GET' : 'POST',
          url: `/${settings.http.basePath}/v1/${route}`,
          headers: { authorization, 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        });
        const text = answer.body;
        if (!text.startsWith('{"error":"Continue wait"')) return { status: answer.statusCode, text };
      }
    },
    close,
  };
};
