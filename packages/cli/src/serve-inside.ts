import { pino } from 'pino';
import type { ApiScope } from '@orrery/kernel';
import type { CommandInput, ServedInside } from './command/index.ts';
import { SqlInside } from './sql-inside.ts';
import { compose } from '@orrery/server';
import { mintToken } from '@orrery/deployments';

const tokenSeconds = 24 * 60 * 60;
/** Rows without the SQL of data sources, which has names that a caller may not know. */
const statementScopes: readonly ApiScope[] = ['data'];

/** Serves a project only to the holder of the result. The port that it opens requires a token of the holder. */
export const serveInside: CommandInput['serveInside'] = async (settings, project, { clock }): Promise<ServedInside> => {
  const log = pino({ level: 'silent' }); // what is refused is meant to be
  const http = { ...settings.http, host: '127.0.0.1', transport: { kind: 'self-signed' } as const };
  const quiet = { ...settings, http, jobsAtATime: 0 }; // a look inside sends nobody anything
  const composition = await compose({ settings: quiet, project, log, clock });
  const { app, runtime, deployments } = composition;
  const [deployment] = deployments;
  if (!deployment) throw new Error('no deployment');
  await app.ready();
  const tokens = new Map<string, Promise<string | undefined>>();
  const tokenOf = (securityContext: Readonly<Record<string, unknown>>, scopes?: readonly ApiScope[]) => {
    const key = JSON.stringify([securityContext, scopes]);
    const given = scopes ? { scopes } : {};
    const request = { deployment, securityContext, expiresInSeconds: tokenSeconds, clock, ...given };
    const token = tokens.get(key) ?? mintToken(request, settings.tokens);
    tokens.set(key, token);
    return token;
  };
  const sql = new SqlInside(() => composition.listenForSql(0));
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
    connect: async (context, applicationName) =>
      sql.connect((await tokenOf(context, statementScopes)) ?? '', applicationName),
    close: async () => {
      await sql.close();
      await composition.close();
    },
  };
};
