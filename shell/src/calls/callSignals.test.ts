import { expect, test } from 'vitest';
import { createCallSignals, newCallSecret, readCallSecret, type Signal } from './callSignals.ts';

const secretOf = () => readCallSecret(newCallSecret())!;
const ringing: Signal = { kind: 'ringing' };
const candidates = (address: string): Signal => ({
  kind: 'candidates',
  list: [
    {
      candidate: `candidate:1 1 udp 1 ${address} 9 typ host`,
      sdpMid: '0',
      sdpMLineIndex: 0,
      usernameFragment: 'u',
    },
  ],
});

async function twoSides(secret = secretOf(), callId = 'call') {
  return {
    caller: await createCallSignals({ secret, callId, side: 'caller' }),
    callee: await createCallSignals({ secret, callId, side: 'callee' }),
  };
}

test('R142 a signal reaches the other side alone, and once', async () => {
  const { caller, callee } = await twoSides();
  const [first, second] = [await caller.encrypt(ringing), await caller.encrypt(candidates('192.0.2.1'))];
  expect(await callee.decrypt(first)).toEqual(ringing);
  expect(await callee.decrypt(second)).toEqual(candidates('192.0.2.1'));
  expect(await callee.decrypt(first)).toBeNull();
  expect(await callee.decrypt(second)).toBeNull();
  expect(await caller.decrypt(await caller.encrypt(ringing))).toBeNull();
});

test('R142 a page that was loaded again goes on with later numbers', async () => {
  const secret = secretOf();
  const { callee } = await twoSides(secret);
  for (let times = 0; times < 2; times += 1) {
    const { caller } = await twoSides(secret);
    expect(await callee.decrypt(await caller.encrypt(ringing))).toEqual(ringing);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});

test('R142 signals of another call, of somebody without the offer, and changed ones are none', async () => {
  const secret = secretOf();
  const { callee } = await twoSides(secret);
  const data = await (await twoSides(secret)).caller.encrypt(ringing);
  expect(await (await twoSides(secret, 'other call')).callee.decrypt(data)).toBeNull();
  expect(await callee.decrypt(await (await twoSides()).caller.encrypt(ringing))).toBeNull();
  for (const changed of [data.map((byte, at) => (at === 20 ? byte ^ 1 : byte)), data.slice(0, 10), new Uint8Array()])
    expect(await callee.decrypt(changed)).toBeNull();
  expect(await callee.decrypt(data)).toEqual(ringing);
});

test('R142 what a signal names must be an address, and its form must be right', async () => {
  const { caller, callee } = await twoSides();
  for (const wrong of [
    candidates('evil.example'),
    { kind: 'candidates', list: 'all' },
    { kind: 'candidates', list: Array.from({ length: 51 }, () => ({})) },
    { kind: 'description', type: 'offer', sdp: 'v=0' },
    { kind: 'description', type: 'rollback', sdp: '' },
    { kind: 'other' },
    null,
  ])
    expect(await callee.decrypt(await caller.encrypt(wrong as Signal))).toBeNull();
});

test('R142 a secret has 32 bytes', () => {
  for (const wrong of ['', 'a', newCallSecret().slice(4), `${newCallSecret()}AAAA`, 5, null])
    expect(readCallSecret(wrong)).toBeNull();
  expect(secretOf()).toHaveLength(32);
});
