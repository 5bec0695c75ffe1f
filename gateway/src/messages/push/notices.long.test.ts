import { limits } from '@amber/proto/limits';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalBus, type Bus } from '../../core/bus.ts';
import { createNotices } from './notices.ts';
import { openStore, type Store } from '../../db/store.ts';
import { connectAs, groupOf, signIn, type Person, type TestSocket } from '../../testing/client.ts';
import { query, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let gateway: TestGateway;
let store: Store;
let now = Date.now();
let lose = false;
const local = createLocalBus();
const bus: Bus = {
  ...local,
  publish: (subject, hint) => {
    if (!lose || hint.kind !== 'notice') local.publish(subject, hint);
  },
};
let alice: Person;
let laptop: Person;
let group: string;
const opened: TestSocket[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => now, bus, limits: { sweepEvery: 200, noticesPage: 3 } });
  store = await openStore(gateway);
});
beforeEach(async () => {
  lose = false;
  alice = await signIn(gateway);
  now += 60_000;
  laptop = await signIn(gateway, { phone: alice.phone, deviceId: 'laptop' });
  group = await groupOf(alice, await signIn(gateway));
});
afterEach(() => opened.splice(0).forEach((socket) => socket.close()));
afterAll(async () => {
  await store.close();
  await gateway.close();
});

const listen = async (person: Person) => {
  const socket = await connectAs(person);
  opened.push(socket);
  return socket;
};
const remark = (groupRemark: string) =>
  alice.api.conversation.setUserSetting({ conversationId: group, userSetting: { groupRemark } });
const kept = (socket: TestSocket) => socket.notices.filter(({ noticeSeq }) => noticeSeq > 0);
const bodies = (list: { body: string }[]) =>
  list.map(({ body }) => (JSON.parse(body) as { groupRemark: string }).groupRemark);
/** Their places, counted from the laptop's registration, which is the notice before the first. */
const noticesOf = async ({ identifier }: Person) =>
  (
    await query<{ seq: number }>(gateway, 'select seq::int from notice where identifier = $1 and seq > 1 order by 1', [
      identifier,
    ])
  ).rows.map(({ seq }) => seq - 1);
const placesOf = (socket: TestSocket) => kept(socket).map(({ noticeSeq }) => noticeSeq - 1);

describe('notices', () => {
  test('my other devices are told of what I set, in order, at once or when they come; mine that did it is not', async () => {
    const [here, there] = [await listen(alice), await listen(laptop)];
    for (const text of ['one', 'two']) await remark(text);
    await there.until(() => kept(there).length === 2);
    expect(kept(there)).toMatchObject([
      {
        type: 'command',
        cmdId: 'groupRemark',
        conversationId: group,
        identifier: alice.identifier,
        body: '{"groupRemark":"one"}',
        noticeSeq: 2,
      },
      { type: 'command', cmdId: 'groupRemark', body: '{"groupRemark":"two"}', noticeSeq: 3 },
    ]);
    expect(here.notices.filter(({ type }) => type === 'command')).toEqual([]);
    expect(bodies((await laptop.api.message.sync({})).notices)).toEqual(['one', 'two']);
    expect(bodies((await laptop.api.message.sync({ noticeSeq: 2 })).notices)).toEqual(['two']);
    expect((await alice.api.message.sync({})).notices).toMatchObject([{ type: 'deviceChange' }]);
  });

  test('what has not changed is not told, and settings that nobody keeps a line of are passing news', async () => {
    await alice.api.conversation.setUserSetting({
      conversationId: group,
      userSetting: { isTop: true, noDisturb: true },
    });
    await remark('');
    expect(await noticesOf(alice)).toEqual([]);
    await alice.api.conversation.setUserSetting({
      conversationId: group,
      userSetting: { anonymous: true, groupRemark: 'x' },
    });
    expect((await laptop.api.message.sync({})).notices.map(({ cmdId }) => cmdId)).toEqual(['groupRemark', 'anonymous']);
  });

  test('many come page by page, and none is missed', async () => {
    for (let n = 1; n <= 7; n += 1) await remark(String(n));
    const got: string[] = [];
    for (let noticeSeq = 0, more = true; more;) {
      const reply = await laptop.api.message.sync({ noticeSeq });
      expect(reply.notices.length).toBeLessThanOrEqual(3);
      got.push(...bodies(reply.notices));
      noticeSeq = reply.notices.at(-1)!.noticeSeq;
      ({ more } = reply);
    }
    expect(got).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect((await alice.api.message.sync({})).more).toBe(false);
  });

  test('G4 a bus that loses what it is told costs a sweep, no notice and no order', async () => {
    const socket = await listen(laptop);
    lose = true;
    await remark('lost');
    lose = false;
    await remark('heard');
    await socket.until(() => kept(socket).length === 2);
    expect(bodies(kept(socket))).toEqual(['lost', 'heard']);
    lose = true;
    await remark('lost again');
    await socket.until(() => kept(socket).length === 3);
    expect(bodies(kept(socket))).toEqual(['lost', 'heard', 'lost again']);
  });

  test('two at once take two places', async () => {
    const socket = await listen(laptop);
    await Promise.all(Array.from({ length: 8 }, (_, n) => remark(`at once ${n}`)));
    await socket.until(() => kept(socket).length === 8);
    expect(placesOf(socket)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('they go when every device has confirmed them, and after 46 days', async () => {
    const notices = createNotices({ db: store.db, bus, clock: () => now, limits });
    for (let n = 1; n <= 3; n += 1) await remark(String(n));
    await alice.api.message.sync({ noticeSeq: 99 });
    await notices.dropOld();
    expect(await noticesOf(alice)).toEqual([1, 2, 3]);
    const socket = await listen(laptop);
    await socket.ask('pushAck', { noticeSeq: 3 });
    await socket.ask('pushAck', { noticeSeq: 2 });
    await notices.dropOld();
    expect(await noticesOf(alice)).toEqual([3]);
    now += limits.noticeRetention + 1;
    await notices.dropOld();
    expect(await noticesOf(alice)).toEqual([]);
  });
});
