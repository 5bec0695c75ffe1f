import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../testing/clock.ts';
import { type Alice, newDatabases, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
afterEach(async () => {
  const all = started.splice(0);
  for (const one of all) await one.close();
  expect(
    all.filter(({ clock }) => clock.timers > 0),
    'timers left after close',
  ).toEqual([]);
});

const command = 'w'.repeat(24);

/** Alice, who has sent a message and withdraws it. */
async function withdrawing(options: Parameters<typeof startAlice>[0] = {}) {
  const alice = await startAlice(options);
  started.push(alice);
  const target = await alice.sendText('oops');
  await alice.waitUntilSent(target);
  await alice.withdraw({ id: command, conversationId: 'c1', target });
  return { ...alice, target };
}

const commandsOf = ({ gateway }: Pick<Alice, 'gateway'>) =>
  gateway.sentMessages().flatMap(({ content }) => content.filter(({ cmdId }) => cmdId !== ''));

describe('R60 a withdrawal that can be undone', () => {
  it('is shown at once, and sent once, when its time is over', async () => {
    const alice = await withdrawing();
    expect((await alice.message(alice.target)).withdrawn).toMatchObject({ by: 'alice', undoUntil: expect.any(Number) });
    await alice.clock.advance(limits.undoWithdrawalFor - 1);
    expect(commandsOf(alice)).toEqual([]);
    await alice.clock.advance(1);
    await eventually('the command', async () => (await alice.db.outbox.count()) === 0);
    expect(commandsOf(alice)).toMatchObject([{ id: command, cmdId: 'withdraw', targets: [alice.target] }]);
    await eventually('the end of undoing', async () => {
      const { withdrawn } = await alice.message(alice.target);
      return withdrawn !== undefined && withdrawn.undoUntil === undefined;
    });
    expect(await alice.undoWithdrawal({ conversationId: 'c1', target: alice.target })).toEqual({ undone: false });
  });

  it('is undone without a trace until then, and does not hold what is written meanwhile', async () => {
    const alice = await withdrawing();
    await alice.waitUntilSent(await alice.sendText('later'));
    expect(await alice.undoWithdrawal({ conversationId: 'c1', target: alice.target })).toEqual({ undone: true });
    expect((await alice.message(alice.target)).withdrawn).toBeUndefined();
    await alice.clock.advance(2 * limits.undoWithdrawalFor);
    expect(commandsOf(alice)).toEqual([]);
    expect(await alice.undoWithdrawal({ conversationId: 'c1', target: alice.target })).toEqual({ undone: false });
  });

  it.each([0, limits.undoWithdrawalFor])('is sent after a crash and %i ms', async (pause) => {
    const databases = newDatabases();
    const { gateway, clock, target, ...first } = await withdrawing({ databases });
    await first.close();
    started.length = 0;
    clock.frame += pause;
    const alice = await startAlice({ databases, gateway, clock });
    started.push(alice);
    await clock.advance(limits.undoWithdrawalFor);
    await eventually('the command', () => commandsOf(alice).length === 1);
    expect(commandsOf(alice)).toMatchObject([{ id: command, targets: [target] }]);
  });

  it('is not held for longer by a clock that was set back', async () => {
    const alice = await withdrawing();
    alice.clock.frame -= 3_600_000;
    await alice.sendText('next');
    await eventually('the command', () => commandsOf(alice).length === 1);
  });
});
