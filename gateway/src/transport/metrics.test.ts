import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultCodes } from '@amber/proto/faults';
import { problemKinds } from '@amber/proto/problems';
import { failureKinds } from '@amber/proto/releaseFailures';
import { commands, routes } from '@amber/proto/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bus, createLocalBus } from '../core/bus.ts';
import { metricTable } from '../core/metrics/metrics.ts';
import { responders, type AiService, startAiService } from '../testing/aiService.ts';
import { call, chatOf, connectAs, groupOf, newMessageId, outcomeCode, sendText, signIn } from '../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { startPushService, subscriptionAt, subscriptionKeys } from '../testing/pushService.ts';
import { publishRelease } from '../testing/release.ts';

const root = join(import.meta.dirname, '../../..');

let gateway: TestGateway;
let ai: AiService;
let pushes: Awaited<ReturnType<typeof startPushService>>;
const operators = new Set<string>();
beforeAll(async () => {
  ai = await startAiService();
  pushes = await startPushService();
  gateway = await startTestGateway({
    operators,
    metrics: { host: '127.0.0.1', port: 0 },
    ai: { baseUrl: ai.url, key: 'k', models: ['small'] },
    pushLoopback: true,
    limits: { pushDelay: 20, pushBatchWindow: 20 },
  });
});
afterAll(async () => {
  await gateway.close();
  await pushes.close();
  await ai.close();
});

const scrape = async () => (await fetch(gateway.metricsUrl!)).text();

/** The value of a metric with these labels; undefined without one. */
async function valueOf(name: string, labels = ''): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(labels ? `${name}{${labels}} ` : `${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

/** All label values of the gateway's own metrics, by label. */
async function labelValues(): Promise<Map<string, Set<string>>> {
  const values = new Map<string, Set<string>>();
  for (const line of (await scrape()).split('\n').filter((one) => one.startsWith('amber_'))) {
    for (const [, label, value] of line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      values.set(label!, (values.get(label!) ?? new Set()).add(value!));
  }
  return values;
}

const calls = Object.values(routes).map(({ path }) => `/gateway${path}`);
const patterns = ['', '/', '/chat', '/chat/*', '/gateway/live', '/gateway/ready', '/gateway/config'];
/** The values that each label may have; `le` is the upper limit of a bucket. */
const vocabulary = (version: string): Record<string, readonly string[] | RegExp> => ({
  le: /^(\+Inf|[\d.]+)$/,
  route: [...calls, ...patterns],
  code: ['SUCCESS', ...faultCodes, '404', '503'],
  outcome: ['success', 'refused', 'unavailable', 'failed', 'taken', 'gone', 'later', 'done', 'stopped', 'interrupted'],
  command: ['', ...Object.keys(commands)],
  kind: ['answer', 'push', 'published', 'dropped', 'received', 'unreadable', ...problemKinds],
  remote: ['template'],
  version: [version],
  type: [...Object.keys(failureKinds), 'other'],
  reporter: ['account', 'visitor'],
  pool: ['main', 'visitors'],
  state: ['used', 'idle', 'max', 'registered', 'unregistered'],
});

describe('R242 R229 the metrics of a gateway', () => {
  test('R242 R229 count what happened, and hold no content and nobody after a day of use', async () => {
    const alice = await signIn(gateway, { name: 'Greta Geheim' });
    const bob = await signIn(gateway, { name: 'Hunter Canary' });
    operators.add(alice.identifier);
    const socket = await connectAs(bob);
    const keys = subscriptionKeys();
    await bob.api.push.subscribe(subscriptionAt(`${pushes.url}/send/secretendpoint`, keys));
    const [chat, group] = [await chatOf(alice, bob), await groupOf(alice, bob)];
    await alice.api.user.setBio({ bio: 'A private biography' });
    await sendText(alice, chat, 'Meet me at midnight');
    await sendText(alice, group, 'All of you', { type: 'group' });
    await socket.until(() => socket.rows.length >= 2);
    await outcomeCode(alice.api.message.history({ conversationId: 'not-my-chat' }));
    ai.respond = responders.pieces(['Secret ', 'answer']);
    const { aiBotInfo } = await alice.api.aiBot.createUserClone({
      requestId: newMessageId(),
      aiBotInfo: { type: 'mate', name: 'Momo', about: 'Loves tea.', AiCharacters: ['Calm'] },
    });
    const { conversation } = await alice.api.conversation.create({
      type: 'robot',
      identifiers: [aiBotInfo!.aiBotId],
    });
    const bots = await connectAs(alice);
    await sendText(alice, conversation!.conversionId, 'A question to a bot', { type: 'robot' });
    await bots.until(() => bots.rows.some(({ content }) => content?.cmdId === 'streamEnd'));
    const version = await publishRelease(alice.api, { share: 100 });
    await call(gateway.url, 'rollout.report', {
      events: [
        { remote: 'template', version, kind: 'error', type: 'a message with content' },
        { remote: 'template', version: 'made-up', kind: 'error', type: 'network' },
      ],
    });
    await alice.api.support.report({
      problems: [{ what: 'call', code: 'made up', about: alice.identifier, count: 9 }],
    });
    for (const path of [`/chat/${alice.identifier}`, `/chat/channels/${chat}?q=Geheim`, `/nowhere/${alice.phone}`])
      await fetch(gateway.url + path);
    await expect.poll(() => valueOf('amber_pushes_total', 'outcome="taken"')).toBeGreaterThan(0);

    expect(await valueOf('amber_calls_total', 'route="/gateway/message/history",code="NO_AUTH"')).toBe(1);
    const durations = 'amber_call_duration_seconds_count';
    expect(await valueOf(durations, 'route="/gateway/message/sendPrivateMessage",outcome="success"')).toBe(2);
    expect(await valueOf('amber_command_duration_seconds_count', 'command="register",outcome="success"')).toBe(2);
    expect(await valueOf('amber_bot_answer_duration_seconds_count', 'outcome="done"')).toBe(1);
    expect(await valueOf('amber_device_problems_total', 'kind="call"')).toBe(1);
    const failure = `remote="template",version="${version}",type="other",reporter="visitor"`;
    expect(await valueOf('amber_remote_failures_total', failure)).toBe(1);
    expect(await valueOf('amber_sockets', 'state="registered"')).toBe(2);
    expect(await valueOf('amber_frames_sent_total', 'kind="push"')).toBeGreaterThan(3);
    expect(await valueOf('amber_database_connections', 'pool="main",state="max"')).toBe(16);
    expect(await valueOf('amber_bus_connected')).toBe(1);
    expect(await valueOf('amber_send_queue_length')).toBe(0);
    await expect.poll(() => valueOf('amber_push_queue_age_seconds')).toBe(0);

    const text = (await scrape()).replaceAll(/^#.*$/gm, '');
    const secrets = [alice, bob].flatMap((one) => [
      one.identifier,
      one.phone.slice(1),
      one.deviceId,
      one.tokens.token,
      one.tokens.refreshToken,
    ]);
    const contents = ['Greta', 'Geheim', 'Hunter', 'biography', 'midnight', 'All of you', 'Secret', 'question', 'Momo'];
    const all = [...secrets, ...contents, chat, group, aiBotInfo!.aiBotId, 'secretendpoint', 'made'];
    expect(all.filter((one) => text.includes(one))).toEqual([]);
    const allowed = vocabulary(version);
    const unexpected = [...(await labelValues())].flatMap(([label, values]) =>
      [...values].filter((value) => {
        const rule = allowed[label] ?? [];
        return !(rule instanceof RegExp ? rule.test(value) : rule.includes(value));
      }),
    );
    expect(unexpected).toEqual([]);
    for (const one of [socket, bots]) one.close();
  });

  test('R242 are on a port of their own, and nowhere else', async () => {
    expect(new URL(gateway.metricsUrl!).hostname).toBe('127.0.0.1');
    for (const path of ['/metrics', '/gateway/metrics', '/chat/metrics'])
      expect(await (await fetch(gateway.url + path)).text()).not.toContain('amber_calls_total');
    const { origin } = new URL(gateway.metricsUrl!);
    for (const path of ['/', '/gateway/live', '/metrics/..']) expect((await fetch(origin + path)).status).toBe(404);
    expect((await fetch(gateway.metricsUrl!, { method: 'POST', body: 'x' })).status).toBe(404);
    const { port } = new URL(origin);
    await expect(
      startTestGateway({ databaseUrl: gateway.databaseUrl, metrics: { host: '127.0.0.1', port: Number(port) } }),
    ).rejects.toThrow('Set METRICS_PORT to a free port');
  });

  test.each(['deploy/grafana.json', 'deploy/alerts.yml', 'docs/operations.md'])(
    'R242 are those that %s names, with their labels',
    async (file) => {
      const text = readFileSync(join(root, file), 'utf8')
        .replaceAll('\\"', '"')
        .replace(/docker volume rm \S+/, ''); // its name looks like a metric's
      const served = [...(await scrape()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [name!, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name!],
      );
      const named = new Set(text.match(/\b(amber|nodejs|process)_[a-z0-9_]+/g));
      expect(named.size).toBeGreaterThan(10);
      expect([...named].filter((name) => !served.includes(name))).toEqual([]);
      const selections = [...text.matchAll(/\b(amber_[a-z_]+?)(?:_bucket|_count|_sum)?\{([^}]*)\}/g)];
      const unknown = selections.flatMap(([whole, name, selectors]) => {
        const labels: readonly string[] = metricTable[name as keyof typeof metricTable].labels;
        const selected = [...selectors!.matchAll(/(\w+)(?:=|!=|=~|!~)"/g)].map(([, label]) => label!);
        return selected.every((label) => label === 'instance' || labels.includes(label)) ? [] : [whole];
      });
      expect(unknown).toEqual([]);
    },
  );

  test('R242 say how many gateways there are, and what nobody does', async () => {
    await expect.poll(() => valueOf('amber_gateways')).toBe(1);
    expect(await valueOf('amber_due_work_age_seconds')).toBe(0);
    await query(gateway, "insert into lease (name, due_at) values ('test', now() - interval '1 hour')");
    expect(await valueOf('amber_due_work_age_seconds')).toBeGreaterThanOrEqual(3_600);
    await query(gateway, "delete from lease where name = 'test'");
  });

  test('R242 say when the message bus is gone', async () => {
    const bus: Bus = { ...createLocalBus(), connection: () => 'lost' };
    const { databaseUrl } = gateway;
    const other = await startTestGateway({ databaseUrl, bus, metrics: { host: '127.0.0.1', port: 0 } });
    expect(await (await fetch(other.metricsUrl!)).text()).toMatch(/^amber_bus_connected 0$/m);
    await other.close();
  });

  test('R242 are off unless they have a port', async () => {
    const other = await startTestGateway({ databaseUrl: gateway.databaseUrl });
    expect(other.metricsUrl).toBeUndefined();
    await other.close();
  });
});
