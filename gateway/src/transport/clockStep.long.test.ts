import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  apiOf,
  chatOf,
  connectAs,
  groupOf,
  outcomeCode,
  sendText,
  signIn,
  call,
  newPhone,
  type Person,
} from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { newBundle } from '../testing/keys.ts';
import { ossClientOf, requestPermit, ossOutcome } from '../testing/uploads.ts';

const hour = 60 * 60_000;
const minute = 60_000;
let step = 0;
let gateway: TestGateway;
let alice: Person;
let bob: Person;
let chat: string;
beforeAll(async () => {
  gateway = await startTestGateway({ clock: () => Date.now() + step });
  [alice, bob] = [await signIn(gateway), await signIn(gateway)];
  chat = await chatOf(alice, bob);
  // With keys her device is an approved one, which no later sign-in displaces.
  await alice.api.user.initPreKeyBundle({ isNewDevice: true, pkb: newBundle(alice.deviceId) });
});
afterAll(() => gateway.close());

/** Keeps the session alive as the client does: replaces an expired token. */
async function goOn(person: Person): Promise<Person> {
  const tokens = {
    ...person.tokens,
    ...(await call(gateway.url, 'user.refreshToken', { refreshToken: person.tokens.refreshToken })),
  };
  return { ...person, tokens, api: apiOf(gateway.url, tokens.token) };
}

/** What a person does in a day. */
async function live(): Promise<string[]> {
  const [one, other] = [await goOn(alice), await goOn(bob)];
  [alice, bob] = [one, other];
  const socket = await connectAs(other);
  const outcomes = [
    await outcomeCode(socket.ask('heartbeat', { time: 1 })),
    await outcomeCode(socket.ask('typing', { conversationId: chat, typing: true })),
    await outcomeCode(sendText(one, chat, 'hello')),
    await outcomeCode(groupOf(one, other)),
    await outcomeCode(one.api.contact.search({ keyword: 'Some' })),
    await outcomeCode(one.api.user.distributePreKey({ list: [other.identifier] })),
    await outcomeCode(one.api.circle.post({ text: 'a moment' })),
    await outcomeCode(one.api.user.exportData({})),
    await ossOutcome(
      ossClientOf(await requestPermit(one))
        .put('x', Buffer.from('x'))
        .then(
          () => undefined,
          (error: { code?: string }) => {
            // Another name than the one it was issued for: only its time matters here.
            if (error.code !== 'AccessDenied') throw error;
          },
        ),
    ),
    await outcomeCode(signIn(gateway)),
    await outcomeCode(signIn(gateway, { phone: one.phone, deviceId: `d${step}` })),
  ];
  socket.close();
  return outcomes;
}

/** Offset from the real clock: no code is requested twice in one of its minutes. */
describe('R227 a clock that steps refuses nobody', () => {
  test.each([
    ['back', -hour],
    ['forward again', 5 * minute],
    ['an hour more', hour + 10 * minute],
    ['and back', 10 * minute],
  ])('R227 %s', async (_, to) => {
    expect(new Set(await live())).toEqual(new Set(['SUCCESS']));
    step = to;
    expect(new Set(await live())).toEqual(new Set(['SUCCESS']));
    // People who just requested a code wait no longer than before.
    const phone = newPhone();
    expect(await outcomeCode(call(gateway.url, 'login.getSms', { phone, deviceId: 'd' }))).toBe('SUCCESS');
    step += minute;
    expect(await outcomeCode(call(gateway.url, 'login.getSms', { phone, deviceId: 'd' }))).toBe('SUCCESS');
  });
});
