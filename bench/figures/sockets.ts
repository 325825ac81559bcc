import { hammer } from '../hammer.ts';
import { type Figure, median, ms, timeMs } from '../measure.ts';
import { type BenchServer, type ServerPlace, startServer } from '../server-process.ts';
import { SocketWire } from '../socket-wire.ts';

const idle = 10_000;
/** Number of sockets opened at a time. */
const atATime = 100;
/** Callers of the idle sockets; one may have 5,000. */
const callers = 4;

const small = {
  measures: ['orders.count', 'orders.total'],
  dimensions: ['orders.status', 'customers.city'],
  limit: 25,
};
const loading = (messageId: string, query: object = small, method = 'load') => ({
  messageId,
  method,
  params: { query },
});

/** Measures the memory of ten thousand sockets that have said who they are, and then nothing. */
export async function idleSockets(place: ServerPlace): Promise<readonly Figure[]> {
  const server = await startServer(place);
  const sockets: SocketWire[] = [];
  try {
    const tokens = await Promise.all(
      Array.from({ length: callers }, (_, index) => server.tokenFor({ sub: `caller ${index}` })),
    );
    const first = await SocketWire.open(server, tokens[0] ?? '');
    await first.call(loading('1'));
    sockets.push(first);
    const before = await server.collected();
    await server.forgetStalls();
    const openedInMs = await timeMs(async () => {
      while (sockets.length <= idle) {
        const from = sockets.length;
        const opening = Array.from({ length: atATime }, (_, index) => {
          return SocketWire.open(server, tokens[(from + index) % callers] ?? '');
        });
        sockets.push(...(await Promise.all(opening)));
      }
    });
    const { longestStallMs } = await server.vitals();
    const after = await server.collected();
    const kept = sockets.filter(({ isOpen }) => isOpen).length - 1;
    const each = (after.residentBytes - before.residentBytes) / idle / 1024;
    const heapEach = (after.heapBytes - before.heapBytes) / idle / 1024;
    return [
      {
        name: `memory of an idle socket, ${idle} open`,
        measured: `${each.toFixed(1)} KiB resident, ${heapEach.toFixed(1)} KiB of heap; ${kept} open`,
        baseline: `opened in ${ms(openedInMs)}, longest stall ${ms(longestStallMs)}`,
        bound: '20 KiB',
        isWithin: each < 20 && kept >= idle,
      },
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
}

const subscribed = 1_000;
const kinds = 50;

/** Measures what a thousand subscriptions of fifty kinds cost, when they begin and when they are run again. */
export async function subscriptions(server: BenchServer, metricsToken: string): Promise<readonly Figure[]> {
  const figures = async () => metricsOf(server, metricsToken);
  const token = await server.tokenFor({});
  const sockets = await Promise.all(Array.from({ length: 10 }, () => SocketWire.open(server, token)));
  try {
    const before = await figures();
    let pushed = 0;
    for (const [index, socket] of sockets.entries()) {
      socket.onText((text) => {
        if (text.includes('"status":200')) pushed += 1;
      });
      for (let each = 0; each < subscribed / sockets.length; each += 1) {
        const kind = (index * 100 + each) % kinds;
        socket.send(loading(String(each), { ...small, limit: 100 + kind }, 'subscribe'));
      }
    }
    await until(() => pushed >= subscribed);
    await server.forgetStalls();
    const runs = (found: ReadonlyMap<string, number>) =>
      found.get('orrery_subscription_runs_total{outcome="unchanged"}') ?? 0;
    const begun = await figures();
    await until(async () => runs(await figures()) - runs(begun) >= 2 * subscribed, 500);
    const { longestStallMs } = await server.vitals();
    const after = await figures();
    const misses = (one: ReadonlyMap<string, number>) =>
      one.get('orrery_queries_total{endpoint="subscribe",cache="miss"}') ?? 0;
    const rounds = 1 + (runs(after) - runs(begun)) / subscribed;
    const statements = (misses(after) - misses(before)) / rounds;
    return [
      {
        name: `statements of a round of ${subscribed} subscriptions of ${kinds} kinds`,
        measured: `${statements.toFixed(0)}; ${pushed - subscribed} pushed again, longest stall ${ms(longestStallMs)}`,
        baseline: `${rounds.toFixed(0)} rounds, one every 5 s, over data that does not change`,
        bound: `${kinds}, none pushed again`,
        isWithin: statements <= kinds && pushed === subscribed,
      },
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Measures the heap after many subscriptions and sockets have come and gone. */
export async function socketCycles(server: BenchServer): Promise<readonly Figure[]> {
  const token = await server.tokenFor({});
  const subscribe = async (socket: SocketWire, times: number) => {
    for (let each = 0; each < times; each += 1) {
      await socket.call(loading('s', small, 'subscribe'));
      socket.send({ unsubscribe: 's' });
    }
  };
  const connect = async (times: number) => {
    for (let each = 0; each < times; each += 1) await (await SocketWire.open(server, token)).close();
  };
  const grown = async (name: string, act: (times: number) => Promise<void>, times: number): Promise<Figure> => {
    await act(Math.ceil(times / 5));
    const before = (await server.collected()).heapBytes;
    await act(times);
    const after = (await server.collected()).heapBytes;
    const share = after / before - 1;
    return {
      name: `heap after ${times.toLocaleString('en')} cycles of ${name}`,
      measured: `${(share * 100).toFixed(1)} % more`,
      baseline: `${(before / 2 ** 20).toFixed(1)} MiB before`,
      bound: '5 %',
      isWithin: share < 0.05,
    };
  };
  const socket = await SocketWire.open(server, token);
  try {
    return [
      await grown('subscribe and unsubscribe', (times) => subscribe(socket, times), 10_000),
      await grown('connect and close', connect, 2_000),
    ];
  } finally {
    socket.destroy();
  }
}

/** Measures a cached load over sockets beside the same over HTTP, by as many connections. */
export async function loadsOverSockets(server: BenchServer): Promise<readonly Figure[]> {
  const token = await server.tokenFor({});
  const connections = 16;
  const sockets = await Promise.all(Array.from({ length: connections }, () => SocketWire.open(server, token)));
  const overSockets = async (forMs: number) => {
    let answered = 0;
    const startedAt = performance.now();
    const deadline = startedAt + forMs;
    await Promise.all(
      sockets.map(async (socket) => {
        for (let id = 0; performance.now() < deadline; id = (id + 1) % 1_000) {
          await socket.call(loading(String(id)));
          answered += 1;
        }
      }),
    );
    return (answered * 1000) / (performance.now() - startedAt);
  };
  const target = { port: server.port, head: server.requestHead('load', small) };
  const overHttp = async (forMs: number) => (await hammer(target, { connections, forMs })).perSecond;
  try {
    await overSockets(2_000);
    await overHttp(1_000);
    const rates: { readonly sockets: number[]; readonly http: number[] } = { sockets: [], http: [] };
    for (let turn = 0; turn < 3; turn += 1) {
      rates.sockets.push(await overSockets(2_000));
      rates.http.push(await overHttp(2_000));
    }
    const [found, http] = [median(rates.sockets), median(rates.http)];
    return [
      {
        name: 'cached load over sockets, 16 of them',
        measured: `${Math.round(found)} per second (${(found / http).toFixed(2)}x)`,
        baseline: `${Math.round(http)} per second over HTTP`,
        bound: '0.8x',
        isWithin: found >= 0.8 * http,
      },
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function metricsOf(server: BenchServer, metricsToken: string): Promise<ReadonlyMap<string, number>> {
  const text = (await server.read('/metrics', { authorization: `Bearer ${metricsToken}` })).toString();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

async function until(isReached: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  while (!(await isReached())) await new Promise((done) => setTimeout(done, everyMs));
}
