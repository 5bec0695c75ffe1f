import { createHmac } from 'node:crypto';
import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { outcomeCode, signIn } from '../testing/client.ts';
import { startTestGateway } from '../testing/gateway.ts';
import { createRelayCredentials } from './relays.ts';
import { enoughOfThisMinute } from '../testing/enoughOfThisMinute.ts';

const turn = {
  urls: ['turn:turn.example.org:3478', 'turns:turn.example.org:443?transport=tcp'],
  secret: 'a secret of the relay',
};

test('R142 devices get relays with credentials that expire and name nobody, a limited number of times', async () => {
  const now = Date.now();
  const gateway = await startTestGateway({ turn, clock: () => now, limits: { relayCredentialsPerMinute: 3 } });
  const alice = await signIn(gateway, { name: 'Alice' });
  await enoughOfThisMinute();
  const { urls, username, credential, validFor } = await alice.api.call.relays({});
  expect(urls).toEqual(turn.urls);
  expect(validFor).toBe(limits.relayCredentialsFor);
  expect(username).not.toContain(alice.identifier);
  expect(Number(username.split(':')[0])).toBe(Math.floor((now + validFor) / 1000));
  expect(credential).toBe(createHmac('sha1', turn.secret).update(username).digest('base64'));
  expect((await alice.api.call.relays({})).username).not.toBe(username);
  await alice.api.call.relays({});
  expect(await outcomeCode(alice.api.call.relays({}))).toBe('TOO_MANY');
  await gateway.close();
});

test('R142 without relays devices are told so', async () => {
  const gateway = await startTestGateway();
  const alice = await signIn(gateway, { name: 'Alice' });
  expect(await alice.api.call.relays({})).toMatchObject({ urls: [], username: '', credential: '' });
  await gateway.close();
});

test('the credentials are those that coturn computes', () => {
  const { username, credential } = createRelayCredentials('north', 1_800_000_000_000);
  expect(username).toMatch(/^1800000000:[\w-]{12}$/);
  expect(credential).toBe(createHmac('sha1', 'north').update(username).digest('base64'));
});
