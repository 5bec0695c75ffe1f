import { setTimeout as sleep } from 'node:timers/promises';
import { readAnswer } from '@amber/proto/bodies';
import { encode } from '@amber/proto/codec';
import type { Limits } from '@amber/proto/limits';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { responders, type AiService, startAiService } from '../testing/aiService.ts';
import {
  apiOf,
  connect,
  connectAs,
  historyOf,
  newMessageId,
  type Person,
  sendText,
  signIn,
} from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { callHead, codeIn, openRaw } from '../testing/openRaw.ts';
import { scaledTimeout } from '../testing/machine.ts';

let ai: AiService;
let gateway: TestGateway;
let person: Person;
beforeAll(async () => {
  ai = await startAiService();
});
afterAll(() => ai.close());
async function start(limits: Partial<Limits> = {}, drainDelay = 200): Promise<void> {
  gateway = await startTestGateway({
    drainDelay,
    ai: { baseUrl: ai.url, key: 'k', models: ['small'] },
    limits,
  });
  person = await signIn(gateway);
}
afterEach(() => gateway.close());

/** What the process does at SIGTERM. */
const stop = () => gateway.drain().then(gateway.close);

const statusOf = async (path: string) => (await fetch(gateway.url + path)).status;

/** A call of which only the head has been sent, so that it runs until its body comes. */
function openCall() {
  const body = Buffer.from(encode('SetBioRequest', { bio: 'Hello' }));
  const head = callHead('/user/setBio', `token: ${person.tokens.token}`, `content-length: ${body.length}`);
  const request = openRaw(gateway.url, ...head);
  return { ...request, finish: () => request.send(body) };
}

describe('R241 a gateway that is about to stop', () => {
  test('R241 is not ready at once, and works on until the load balancer has noticed', async () => {
    await start({}, scaledTimeout(1_500));
    expect(await statusOf('/gateway/ready')).toBe(200);
    const draining = stop();
    expect(await statusOf('/gateway/ready')).toBe(503);
    expect(await statusOf('/gateway/live')).toBe(200);
    const answer = await fetch(`${gateway.url}/gateway/config`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    const socket = await connectAs(person);
    expect(socket.closed).toBeNull();
    await draining;
    await socket.until(() => socket.closed !== null);
    expect(socket.closed).toMatchObject({ code: 1012 });
    await expect(fetch(gateway.url)).rejects.toThrow('fetch failed');
  });

  test('R241 closes its sockets in batches, and accepts no others meanwhile', async () => {
    const pause = 500;
    await start({ drainBatchMin: 2, drainBatchEvery: pause }, 0);
    const sockets = await Promise.all(Array.from({ length: 6 }, () => connectAs(person)));
    const closed = () => sockets.filter((one) => one.closed !== null).length;
    const startedAt = performance.now();
    const draining = gateway.drain();
    await expect.poll(closed, { interval: 5 }).toBeGreaterThan(0);
    await expect(connect(gateway)).rejects.toThrow('503');
    await draining;
    // Three batches have two pauses between them. A timer may fire a millisecond early.
    expect(performance.now() - startedAt).toBeGreaterThan(2 * pause - 10);
    await expect.poll(closed).toBe(6);
    expect(sockets.map((one) => one.closed?.code)).toEqual(Array(6).fill(1012));
  });

  test('R241 lets a call end that runs', async () => {
    await start();
    const call = openCall();
    const draining = stop();
    await sleep(400);
    call.finish();
    expect(codeIn(await call.answer)).toBe('SUCCESS');
    await draining;
  });

  test('R241 lets an answer of a bot end that is being written', async () => {
    await start();
    ai.respond = responders.pieces(Array<string>(6).fill('word '), 120);
    const { aiBotInfo } = await person.api.aiBot.createUserClone({
      requestId: newMessageId(),
      aiBotInfo: { type: 'mate', name: 'Momo', about: 'Loves tea.', AiCharacters: ['Calm'] },
    });
    const { conversation } = await person.api.conversation.create({
      type: 'robot',
      identifiers: [aiBotInfo!.aiBotId],
    });
    const chat = conversation!.conversionId;
    await sendText(person, chat, 'Tell me', { type: 'robot' });
    await stop();
    const other = await startTestGateway({ databaseUrl: gateway.databaseUrl });
    const rows = await historyOf({ ...person, api: apiOf(other.url, person.tokens.token) }, chat);
    const states = rows.flatMap(({ content }) => (content && readAnswer(content)?.state) ?? []);
    await other.close();
    expect(states).toContain('done');
  });

  test('R241 waits a limited time for a call that does not end', async () => {
    await start({ drainTimeout: 400 });
    const call = openCall();
    const startedAt = performance.now();
    await stop();
    const elapsed = performance.now() - startedAt;
    expect(elapsed).toBeGreaterThan(600);
    expect(elapsed).toBeLessThan(scaledTimeout(5_000));
    await call.closed;
  });
});
