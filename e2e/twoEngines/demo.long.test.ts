import { openAccountDb } from '@amber/client/db';
import { startTestGateway, type TestGateway } from '@amber/gateway/testing';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { asyncScheduler } from 'rxjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, type Engine } from '../../shell/engine/engine.ts';
import type { SocketLike } from '../../shell/engine/kit/ports.ts';
import { createWorld } from '../../tools/demo/createWorld.ts';
import { people, visitor } from '../../tools/demo/people.ts';
import { nextId, waitUntil } from './pair.ts';

let gateway: TestGateway;
let world: Awaited<ReturnType<typeof createWorld>>;
let engine: Engine;
const databases = { indexedDB: new IDBFactory(), IDBKeyRange };

beforeAll(async () => {
  gateway = await startTestGateway();
  const codeFor = async (phone: string) => {
    await waitUntil('the code', () => gateway.codes.has(phone));
    return gateway.codes.get(phone)!;
  };
  world = await createWorld({
    url: gateway.url,
    codeFor,
    operatorToken: gateway.operatorToken,
    print: () => undefined,
  });
  engine = await createEngine({
    clock: asyncScheduler,
    fetch,
    openSocket: (address) => new WebSocket(address) as unknown as SocketLike,
    databases,
    locks: { request: async (_name, _options, whileHeld) => whileHeld() },
    origin: gateway.url,
    deviceName: 'Node',
    preKeys: 20,
  });
  gateway.codes.clear();
  await engine.calls.getSms({ phone: visitor.phone });
  await engine.calls.signIn({ phone: visitor.phone, code: await codeFor(visitor.phone) });
});

afterAll(async () => {
  await engine.close();
  await world.close();
  await gateway.close();
});

test('the demo has chats with everything, and its people write to the visitor, encrypted, and answer', async () => {
  const { identifier } = engine.state$.value.session!;
  const db = openAccountDb(identifier, databases);
  const chats = () => db.conversations.toArray();
  const rowOf = async (name: string) =>
    (await chats()).find((row) => row.name === name || row.userInfo.some(({ lastName }) => lastName === name));

  await waitUntil('the room', async () => ((await rowOf('Punched cards'))?.mentions ?? 0) > 0);
  expect(await rowOf('Analytical Engine Club')).toMatchObject({ unread: 2, mentions: 1 });
  await waitUntil('the companion’s answer', async () => (await rowOf('Analytical Engine'))?.previewKind === 'ai');
  const { list } = (await engine.calls.api({ call: 'airdrop.list', request: {} })) as { list: { title: string }[] };
  expect(list.map(({ title }) => title)).toEqual(['A loom for everybody', 'Tea in the relay room']);

  await world.startPrivateChats();
  for (const { name } of people.slice(1)) await waitUntil(name, async () => ((await rowOf(name))?.unread ?? 0) > 0);
  const grace = (await rowOf('Grace Hopper'))!.conversionId;
  const written = () => db.messages.where({ conversationId: grace }).sortBy('order');
  await waitUntil('her messages', async () => (await written()).length === 3);
  expect((await written()).map(({ content }) => content.type)).toEqual(['text', 'image', 'text']);
  for (const { copy } of await written()) expect(copy).not.toBe('open');

  const id = nextId();
  await engine.calls.send({ id, conversationId: grace, type: 'text', body: { text: 'An actual one?' } });
  await waitUntil('her answer', async () => (await written()).length === 5);
  expect((await db.messages.get(id))!.reactions).toMatchObject([{ emoji: '😂' }]);
  db.close();
});
