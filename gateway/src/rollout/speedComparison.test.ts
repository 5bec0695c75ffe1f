import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, signIn, type Person } from '../testing/client.ts';
import { markTried, query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { publishRelease } from '../testing/release.ts';

const day = 24 * 60 * 60_000;
const operators = new Set<string>();
let now = 1_800_000_000_000;
let gateway: TestGateway;
let operator: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now, operators, limits: { accessTokenTtl: 100 * day } });
  operator = await signIn(gateway);
  operators.add(operator.identifier);
});
afterAll(() => gateway.close());

const remote = 'moments';
const publish = () => publishRelease(operator.api, { remote });

test('R157 a candidate that is ready later than stable on later visits is noticed, and not rolled back', async () => {
  const stable = await publish();
  await markTried(gateway, remote);
  await operator.api.rollout.promote({ remote });
  now += day;
  const candidate = await publish();
  await operator.api.rollout.setShare({ remote, share: 50 });
  const insert = (version: string, step: number) =>
    query(
      gateway,
      `insert into health_account (remote, version, account, loaded_at, ready_at, judged, again_at, again_step)
        select $1, $2, decode(md5($2 || n), 'hex'), $3, $3, true, $3, $4 + n % 3 from generate_series(1, 30) n`,
      [remote, version, now, step],
    );
  await insert(stable, 30);
  await insert(candidate, 33);
  const { api } = await signIn(gateway);
  const events = [stable, candidate].map((version) => ({
    remote,
    version,
    kind: 'load' as const,
    milliseconds: 0,
    type: '',
  }));
  await call(gateway.url, 'rollout.report', { events }, {}); // both have been seen
  await api.rollout.report({ events, ticket: (await api.rollout.ticket({})).ticket, testerEvents: [] });
  const { health, audit, registry } = await operator.api.rollout.status({ remote });
  const of = (version: string) => health.find((one) => one.version === version)!;
  expect(registry!.offers[0]!.candidate!.version).toBe(candidate);
  expect(of(candidate).slowerReason).toMatch(/^it is ready after \d+ ms .* of the stable release$/);
  expect(of(stable).slowerReason).toBe('');
  expect(of(candidate).repeatVisitP50).toBeGreaterThan(of(stable).repeatVisitP50 * 1.5);
  expect(audit.filter(({ kind }) => kind === 'isSlower')).toHaveLength(1);
});

test('R157 the first visit, which fetches the files, is not compared', async () => {
  const version = (await operator.api.rollout.registry({})).offers.find((one) => one.remote === remote)!.stable!
    .version;
  await query(gateway, 'delete from health_account');
  await operator.api.rollout.rollback({
    remote,
    version: (await operator.api.rollout.registry({})).offers.find((one) => one.remote === remote)!.candidate!.version,
  });
  const { api } = await signIn(gateway);
  const { ticket } = await api.rollout.ticket({});
  const visit = (milliseconds: number) =>
    api.rollout.report({
      events: (['load', 'ready'] as const).map((kind) => ({ remote, version, kind, milliseconds, type: '' })),
      ticket,
      testerEvents: [],
    });
  const again = async () =>
    (await query<{ step: number | null }>(gateway, 'select again_step as step from health_account')).rows;
  await visit(9_000);
  expect(await again()).toEqual([{ step: null }]);
  await visit(100);
  expect(await again()).toEqual([{ step: 26 }]);
});
