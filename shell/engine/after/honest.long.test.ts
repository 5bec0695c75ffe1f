// Random honest lives of a sealed chat: whatever gets lost on the way comes in the end, and raises no alarm.
import { limits } from '@amber/proto/limits';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { alice, closeWorlds, json, world } from '../sealing/testing/world.ts';

afterEach(closeWorlds);

/** `AMBER_RUNS` says how many times ten; `npm run soak` makes it 1,000. */
const runs = Number(process.env['AMBER_RUNS'] ?? 0.5) * 10;

const back = fc.nat(3);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constantFrom('says', 'says', 'isLost', 'isNotForHer' as const), back }),
  },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('edits', 'withdraws', 'editIsLost' as const), back }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constantFrom('aliceSays', 'aliceForgets', 'aliceHides' as const), back }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('aliceIsAway', 'anHourPasses' as const), back }) },
);
type What = Parameters<Parameters<typeof step.map>[0]>[0]['what'];

interface Written {
  id: string;
  isForHer: boolean;
  type: string;
  message: string;
  about?: string;
}

/** Bob's device does what an engine does: it names what it has sealed for Alice's, and answers her requests. */
async function live(steps: readonly { what: What; back: number }[]): Promise<void> {
  const here = await world();
  const { one, bob, gateway, clock } = here;
  const written: Written[] = [];
  const withdrawn = new Set<string>();
  const forgotten = new Set<string>();
  const answered = new Set<string>();
  let [serial, hidden] = [0, false];

  async function sends(type: string, { isForHer = true, arrives = true, about = '', text = '' } = {}): Promise<void> {
    const id = `bob ${(serial += 1)}`;
    const before = written.slice(-8).map((row) => ({
      id: row.id,
      at: clock.now(),
      to: row.isForHer && type !== '' ? ['alice:a1'] : [],
    }));
    const message = json(type === 'withdraw' ? {} : { text });
    const cmdId = type === 'text' ? '' : type;
    if (isForHer && arrives) {
      here.envelopeFields = { before };
      await here.receive(bob, { id, type, cmdId, message, targets: about ? [about] : [] });
    } else {
      const row = gateway.addContent('c1', { id, by: bob.me });
      const content = cmdId ? { ...row.content!, type, cmdId, targets: [about], message: '' } : null;
      await one.pushRow(Object.assign(row, { copy: 'none', content }));
    }
    written.push({ id, isForHer, type, message, ...(about && { about }) });
  }

  /** Every request that has come is answered. */
  async function answers(): Promise<void> {
    const asked = here.sent().filter(({ id, content }) => content[0]?.cmdId === 'resendRequest' && !answered.has(id));
    for (const { id, content } of asked) {
      // Sent twice where the answer of the gateway was lost.
      if (answered.has(id)) continue;
      answered.add(id);
      const copy = content.find(({ to }) => to?.deviceId === bob.me.deviceId)!;
      const { content: request } = await bob.read({ ...copy, id, sender: alice, timestamp: clock.now() });
      const { of } = JSON.parse(request.message) as { of?: string };
      for (const target of copy.targets) {
        const row = written.find((each) => each.id === target);
        const isTheirs = row?.isForHer === true && !withdrawn.has(target) && !withdrawn.has(row.about ?? '');
        if (!isTheirs && of !== bob.me.deviceId) continue;
        here.envelopeFields = { before: [] };
        await here.receive(bob, {
          id: `answer ${(serial += 1)}`,
          type: 'resend',
          cmdId: 'resend',
          targets: [target],
          message: json(isTheirs ? { type: row.type, message: row.message, about: row.about } : { type: '' }),
        });
      }
    }
  }

  const texts = () => written.filter(({ type, id }) => type === 'text' && !withdrawn.has(id));
  const change = (type: 'edit' | 'withdraw', nth: number, arrives: boolean) => async () => {
    const target = texts().at(-1 - nth);
    if (!target) return;
    if (type === 'withdraw') withdrawn.add(target.id);
    await sends(type, {
      about: target.id,
      arrives: arrives && target.isForHer,
      isForHer: target.isForHer,
      text: 'edited',
    });
  };
  const acts: Record<What, (nth: number) => Promise<unknown>> = {
    says: () => sends('text', { text: 'words' }),
    isLost: () => sends('text', { text: 'lost words', arrives: false }),
    isNotForHer: () => sends('text', { isForHer: false }),
    edits: (nth) => change('edit', nth, true)(),
    editIsLost: (nth) => change('edit', nth, false)(),
    withdraws: (nth) => change('withdraw', nth, true)(),
    aliceSays: () => here.sendText('and I say'),
    async aliceForgets(nth) {
      const found = texts().at(-1 - nth);
      if (!found || !(await one.message(found.id))) return;
      forgotten.add(found.id);
      await one.forget({ conversationId: 'c1', ids: [found.id] });
    },
    async aliceHides() {
      hidden = !hidden;
      await one.db.identity.put({ key: 'readState', hidden } as { key: string });
    },
    async aliceIsAway() {
      gateway.goOffline();
      await clock.advance(60_000);
      gateway.faults.offline = false;
      one.reconnect();
      await clock.advance(2_000);
    },
    anHourPasses: () => clock.advance(limits.gapShownAfter),
  };

  await sends('text', { text: 'the first words' });
  for (const { what, back: nth } of steps) {
    await acts[what](nth);
    await clock.advance(1_000);
    await answers();
  }
  // What is named last is noticed with the next words.
  for (let round = 0; round < 3; round += 1) {
    await sends('text', { text: 'the last words' });
    await clock.advance(limits.gapShownAfter + 10 * 60_000);
    await answers();
    await clock.advance(2_000);
  }
  const lines = (await here.lines()).map(({ cmdId }) => cmdId);
  expect(lines).toEqual([]);
  expect(await one.db.identity.where('key').startsWith('missing:').primaryKeys()).toEqual([]);
  for (const { id, isForHer, type } of written) {
    if (type !== 'text' || !isForHer || withdrawn.has(id) || forgotten.has(id)) continue;
    expect([id, (await one.message(id)).unreadable]).toEqual([id, undefined]);
  }
  await closeWorlds();
}

it(
  `R203 an honest chat raises no alarm, and what is lost comes (${runs} runs)`,
  { timeout: runs * 3_000 + 60_000 },
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20, size: 'max' }), live), {
      numRuns: runs,
    });
  },
);
