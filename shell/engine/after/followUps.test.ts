import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, settle } from '../testing/clock.ts';
import { type Alice, startAlice } from '../testing/startAlice.ts';

const started: Alice[] = [];
async function alice(options?: Parameters<typeof startAlice>[0]): Promise<Alice> {
  started.push(await startAlice(options));
  return started.at(-1)!;
}
afterEach(async () => {
  for (const one of started.splice(0)) await one.close();
});

/** Alice joins a space with a room, and is invited to a group: two requests that follow when they are stored. */
async function comeIn({ gateway }: Alice): Promise<void> {
  gateway.addChat('r1', { type: 'group', spaceId: 's1', roomType: 'chat' });
  gateway.addSpace('s1', ['r1']);
  const message = JSON.stringify({ members: [{ identifier: 'alice', lastName: 'A', avatar: '' }] });
  gateway
    .socket()
    .push(
      'pushChatMessage',
      gateway.addContent('g1', { cmdId: 'inviteMember', type: 'inviteMember', targets: ['alice'], message }),
    );
  gateway
    .socket()
    .push(
      'pushNotify',
      gateway.notice({ type: 'spaceChange', identifier: 'bob', body: JSON.stringify({ op: 'JOIN', spaceId: 's1' }) }),
    );
}
const noted = async ({ db }: Alice) =>
  (await db.identity.where('key').startsWith('followUp:').toArray()).map(({ key }) => key);
const people = async ({ db }: Alice) =>
  (await db.members.where({ conversionId: 'g1' }).toArray()).map(({ identifier }) => identifier).join();
const isWhole = async (one: Alice) =>
  (await one.db.spaces.get('s1'))?.rooms?.length === 1 &&
  (await one.db.conversations.get('r1')) !== undefined &&
  (await people(one)) === 'alice,bob';

async function inGroup(): Promise<Alice> {
  const one = await alice();
  one.gateway.addChat('g1', { type: 'group', people: ['bob', 'alice'] });
  one.gateway.socket().push('pushNotify', { type: 'conversationChanged', conversationId: 'g1' });
  await eventually('the group', () => one.db.cursors.get('g1'));
  return one;
}

describe('R41 what a notice or a row leads to is not lost with the engine that took it', () => {
  it('R41 R43 closed at any step, the next engine has all of it', async () => {
    for (let steps = 0; steps < 24; steps += 1) {
      const one = await inGroup();
      await comeIn(one);
      for (let step = 0; step < steps; step += 1) await settle();
      await one.close();
      const next = await alice(one);
      await eventually(
        `all of it, closed at step ${steps}`,
        async () => (await isWhole(next)) && (await noted(next)).length === 0,
      );
      await next.close();
    }
  });

  it('R41 stored and not answered, it is done by the next engine', async () => {
    const one = await inGroup();
    const calls = ['groupChat.querySpaceDetail', 'conversation.getGroupConversationDetail'] as const;
    for (const call of calls) one.gateway.faults.loseAnswers.set(call, Infinity);
    await comeIn(one);
    await eventually('both to be asked for', () => calls.every((call) => one.gateway.requests(call).length > 0));
    await one.close();
    one.gateway.faults.loseAnswers.clear();
    const next = await alice(one);
    await eventually('all of it', async () => (await isWhole(next)) && (await noted(next)).length === 0);
  });

  it('R41 what the gateway refuses is over', async () => {
    const one = await inGroup();
    one.gateway.faults.refuse.set('conversation.getGroupConversationDetail', () => new Fault('NOT_MEMBER'));
    await comeIn(one);
    await eventually(
      'the space',
      async () => (await one.db.spaces.get('s1'))?.rooms?.length === 1 && (await noted(one)).length === 0,
    );
    expect(one.gateway.requests('conversation.getGroupConversationDetail')).toHaveLength(1);
  });
});

describe('R41 while the connection stands', () => {
  it('R41 a catch-up that got no answer is asked for again, and again later', async () => {
    const one = await alice();
    one.gateway.addTextFromBob('c1', 'missed');
    one.gateway.faults.loseAnswers.set('message.sync', 2);
    one.gateway.socket().push('pushChatMessage', one.gateway.addTextFromBob('c1', 'pushed'));
    await eventually('the lost answer', () => one.gateway.faults.loseAnswers.get('message.sync') === 1);
    await settle();
    await one.clock.advance(limits.reconnectEvery);
    await eventually('the next', () => one.gateway.faults.loseAnswers.get('message.sync') === 0);
    await settle();
    await one.clock.advance(2 * limits.reconnectEvery);
    await eventually('both', async () => (await one.texts()).join() === 'missed,pushed');
    const asked = one.gateway.requests('message.sync').length;
    await one.clock.advance(limits.reconnectSlowlyTo);
    expect(one.gateway.requests('message.sync')).toHaveLength(asked);
  });
});
