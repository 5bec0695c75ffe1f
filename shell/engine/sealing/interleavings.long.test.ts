// Two people with two devices each: every interleaving of what they send, and of whose devices are approved.
import type { Content } from '@amber/proto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newContent } from '../rows/newContent.ts';
import { approve, approveEachOther, newDevice, TestClock, type TestDevice } from './testing/device.ts';
import { createKeyServer } from './testing/keyServer.ts';

/** `AMBER_RUNS` says how many hundreds; `npm run soak` makes it 10,000. */
const runs = Number(process.env['AMBER_RUNS'] ?? 0.3) * 100;

const at = fc.nat({ max: 3 });
/** Which of the waiting ones: an index from the oldest, modulo their number. */
const which = fc.nat({ max: 9 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('send' as const), at }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('sendAtOnce' as const), at, with: at }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('exchange' as const), at, with: at }) },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('deliver' as const), at, which }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('deliverAll' as const), at }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('deliverTwice' as const), at, which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('drop' as const), at, which }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('crashBeforeStoring' as const), at, which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('crashAfterStoring' as const), at, which }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('restart' as const), at }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('beginAnew' as const), at, with: at }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('approve' as const, 'approve' as const, 'signOut' as const), at }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('heardApproved' as const, 'heardUnapproved' as const), at, with: at }),
  },
);

interface Member {
  device: TestDevice;
  /** Sealed for it and not acknowledged yet. */
  waiting: Content[];
  expected: string[];
  /** Why something could not be opened. */
  faults: string[];
}

async function fourDevices() {
  const clock = new TestClock();
  const server = createKeyServer();
  // Few one-time keys, so that some sessions start without one.
  const devices = await Promise.all(
    [
      ['alice', 'a1'],
      ['alice', 'a2'],
      ['bob', 'b1'],
      ['bob', 'b2'],
    ].map(([identifier, deviceId]) => newDevice(identifier!, deviceId!, { clock, server, preKeys: 3 })),
  );
  await approveEachOther(...devices);
  const members = devices.map((device): Member => ({ device, waiting: [], expected: [], faults: [] }));
  const [a1, a2, b1, b2] = members as [Member, Member, Member, Member];
  const sibling = new Map([
    [a1, a2],
    [a2, a1],
    [b1, b2],
    [b2, b1],
  ]);
  /** Those for which each device seals nothing. */
  const unapproved = new Map(members.map((member) => [member, new Set<Member>()]));
  let sent = 0;

  async function send(from: Member): Promise<void> {
    const id = `message ${(sent += 1)}`;
    clock.time += 1;
    const others = members.filter((member) => member !== from);
    const { copies, plain, dropped } = await from.device.sealAll(
      newContent({ id, message: JSON.stringify({ id }) }),
      others.map(({ device }) => device.me),
    );
    const without = others.filter((to) => unapproved.get(from)!.has(to));
    expect([plain, dropped]).toEqual([[], without.map(({ device }) => device.me)]);
    for (const [index, to] of others.filter((member) => !without.includes(member)).entries()) {
      expect(copies[index]!.to).toEqual(to.device.me);
      to.waiting.push({ ...copies[index]!, sender: from.device.me, timestamp: clock.time });
      to.expected.push(id);
    }
  }

  /** The gateway says of a device whether its person has approved it. */
  async function heard({ device }: Member, about: Member, isUnapproved: boolean): Promise<void> {
    const { identifier } = about.device.me;
    if (identifier === device.me.identifier) return;
    const marks = unapproved.get(members.find((member) => member.device === device)!)!;
    if (isUnapproved) marks.add(about);
    else marks.delete(about);
    const listed = [about, sibling.get(about)!].map((member) => ({
      ...member.device.me,
      unapproved: marks.has(member),
    }));
    await device.db.bundles.bulkPut(listed);
    await device.pins.setDevices(identifier, listed);
  }

  const dies = new Error('the process dies');

  /** Opens and stores as the inbox does: what is stored already is left unchanged. */
  async function receive(to: Member, contents: Content[], moment?: 'before' | 'after'): Promise<void> {
    const { device } = to;
    const all = device.openAll(contents, async (opened, commit) => {
      await device.db.transaction('rw', [device.db.messages, ...device.tables], async () => {
        for (const [index, { id }] of contents.entries()) {
          const { content, fault } = opened[index]!;
          if (await device.db.messages.get(id)) continue;
          if (fault) to.faults.push(`${id}: ${fault.code}`);
          else await device.db.messages.add({ id, content } as never);
        }
        if (moment === 'before') throw dies;
        await commit();
      });
      if (moment === 'after') throw dies;
    });
    if (!moment) return all;
    await expect(all).rejects.toThrow(dies);
    to.device = device.restart();
  }

  /** One of those that wait; with `take` it is acknowledged. */
  function pick(to: Member, which: number, take: boolean): Content[] {
    if (to.waiting.length === 0) return [];
    const index = which % to.waiting.length;
    return take ? to.waiting.splice(index, 1) : [to.waiting[index]!];
  }

  const acts = {
    send,
    async sendAtOnce(from: Member, _: number, other: number) {
      await Promise.all([send(from), send(members[other]!), send(from)]);
    },
    /** Each of two writes, and the other reads the newest immediately: their ratchets take a step. */
    async exchange(one: Member, _: number, other: number) {
      const two = members[other]!;
      if (one === two) return;
      for (const [from, to] of [
        [one, two],
        [two, one],
      ] as const) {
        await send(from);
        await receive(to, to.waiting.splice(-1));
      }
    },
    deliver: (to: Member, which = 0) => receive(to, pick(to, which, true)),
    deliverAll: (to: Member) => receive(to, to.waiting.splice(0)),
    deliverTwice: (to: Member, which = 0) => receive(to, [...pick(to, which, false), ...pick(to, which, false)]),
    async drop(to: Member, which = 0) {
      const [content] = pick(to, which, true);
      if (content && !(await to.device.db.messages.get(content.id)))
        to.expected.splice(to.expected.indexOf(content.id), 1);
    },
    crashBeforeStoring: (to: Member, which = 0) => receive(to, pick(to, which, false), 'before'),
    crashAfterStoring: (to: Member, which = 0) => receive(to, pick(to, which, false), 'after'),
    async restart(member: Member) {
      member.device = member.device.restart();
    },
    async beginAnew(member: Member, _: number, other: number) {
      clock.time += 3_600_000;
      const peer = members[other]!;
      if (peer === member) return;
      const isBegun = await member.device.repair(peer.device.me);
      if (!unapproved.get(member)!.has(peer)) expect(isBegun).toBe(true);
    },
    /** A press on a device about the other one of its person. */
    async approve(member: Member) {
      await approve(member.device, sibling.get(member)!.device);
      unapproved.get(member)!.delete(sibling.get(member)!);
    },
    async signOut(member: Member) {
      await member.device.ownKeys.remove(sibling.get(member)!.device.me.deviceId);
      unapproved.get(member)!.add(sibling.get(member)!);
    },
    heardApproved: (member: Member, _: number, about: number) => heard(member, members[about]!, false),
    heardUnapproved: (member: Member, _: number, about: number) => heard(member, members[about]!, true),
  };
  return { members, acts };
}

it(
  `P1 P2 P5 F5 whatever happens on the way, each message is opened and shown once where it was sealed for (${runs} runs)`,
  { timeout: runs * 5_000 + 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30, size: 'max' }), async (steps) => {
        const { members, acts } = await fourDevices();
        for (const each of steps)
          await acts[each.what](members[each.at]!, 'which' in each ? each.which : 0, 'with' in each ? each.with : 0);
        for (const member of members) await acts.deliverAll(member);
        for (const { device, expected, faults } of members) {
          expect(faults).toEqual([]);
          expect((await device.db.messages.toCollection().primaryKeys()).sort()).toEqual([...expected].sort());
          device.db.close();
        }
      }),
      { numRuns: runs },
    );
  },
);
