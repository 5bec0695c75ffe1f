import { expect, test } from 'vitest';
import { chatOf, newMessageId, type Person, signIn } from '../testing/client.ts';
import { query, startTestGateway } from '../testing/gateway.ts';
import { movedTo } from '../testing/twoGateways.ts';

const pairs = 100;

test('R142 a hundred pairs of people who call each other at once, at two gateways, are in one call each', async () => {
  const gateway = await startTestGateway();
  const other = await startTestGateway({ databaseUrl: gateway.databaseUrl });
  const people: { one: Person; two: Person; chat: string }[] = [];
  for (let count = 0; count < pairs; count += 1) {
    const [one, two] = [await signIn(gateway), await signIn(gateway)];
    people.push({ one, two: movedTo(other, two), chat: await chatOf(one, two) });
  }
  const calls = await Promise.all(
    people.map(async ({ one, two, chat }) => {
      const ids = [newMessageId(), newMessageId()] as const;
      await Promise.all([
        one.api.call.start({ callId: ids[0], conversationId: chat }),
        two.api.call.start({ callId: ids[1], conversationId: chat }),
      ]);
      return { chat, lower: ids[0] < ids[1] ? ids[0] : ids[1] };
    }),
  );
  const { rows } = await query<{ chat: string; lower: string }>(
    gateway,
    `select conversation as chat, id as lower from personal_call where state = 'ringing'`,
  );
  const inOrder = (list: { chat: string; lower: string }[]) => list.toSorted((a, b) => (a.chat < b.chat ? -1 : 1));
  expect(inOrder(rows)).toEqual(inOrder(calls));
  await other.close();
  await gateway.close();
});
