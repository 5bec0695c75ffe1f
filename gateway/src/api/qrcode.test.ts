import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeCode, signIn, type Person } from '../testing/client.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ limits: { codesReadPerHour: 5 } });
  [alice, bob] = [await signIn(gateway, { name: 'Alice' }), await signIn(gateway, { name: 'Bob' })];
});
afterAll(() => gateway.close());

const codeOf = async (person: Person, renew = false) => (await person.api.qrcode.create({ renew })).code;

test('R108 my code leads to me, stays the same, and is worth nothing once I renew it', async () => {
  const code = await codeOf(alice);
  expect(await Promise.all(Array.from({ length: 5 }, () => codeOf(alice)))).toEqual(
    Array.from({ length: 5 }, () => code),
  );
  expect(await codeOf(bob)).not.toBe(code);
  expect((await bob.api.qrcode.get({ code })).userInfo).toEqual({
    identifier: alice.identifier,
    avatar: '/chat/avatars/fern.svg',
    lastName: 'Alice',
    token: '',
    deviceId: '',
    bio: '',
    kind: 'person',
  });
  const next = await codeOf(alice, true);
  expect(next).not.toBe(code);
  expect(await outcomeCode(bob.api.qrcode.get({ code }))).toBe('NO_AUTH');
  expect(await outcomeCode(bob.api.qrcode.get({ code: next }))).toBe('SUCCESS');
});

test('T21 whoever tries one code after the other is stopped', async () => {
  const tries = [];
  for (let n = 0; n < 7; n += 1) tries.push(await outcomeCode(alice.api.qrcode.get({ code: `guess-${n}` })));
  expect(tries).toEqual([...Array.from({ length: 5 }, () => 'NO_AUTH'), 'TOO_MANY', 'TOO_MANY']);
});
