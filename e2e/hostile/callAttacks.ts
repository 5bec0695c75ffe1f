// The attacks on calls. A page rings, connects and takes candidates by what its engine has decrypted: the line of the
// offer, the event of the answer, and signals under the secret of the offer.
import { readSystem } from '@amber/proto/bodies';
import { expect } from 'vitest';
import { createCallSignals, newCallSecret, readCallSecret } from '../../shell/src/calls/callSignals.ts';
import { nextId, type TestDevice, waitUntil } from '../twoEngines/pair.ts';
import { waitForSync } from './operator.ts';
import type { Attack, Scene } from './scene.ts';

const description = (fingerprint: string) =>
  ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', `a=fingerprint:sha-256 ${fingerprint}`, ''].join('\r\n');
const own = Array.from({ length: 32 }, () => 'AB').join(':');
const swapped = Array.from({ length: 32 }, () => 'CD').join(':');

/** What a page rings with; null where it does not ring. */
async function offerAt({ db }: TestDevice, callId: string): Promise<{ by: string; sdp: unknown } | null> {
  const row = await db.messages.get(callId);
  const line = row && readSystem(row.content);
  return line?.cmdId === 'callOffer' && line.body['sdp'] !== undefined
    ? { by: line.actor, sdp: line.body['sdp'] }
    : null;
}

/** What a page connects to after its call. */
const answersAt = ({ events }: TestDevice) =>
  events.flatMap((event) => (event.type === 'command' && event.cmdId === 'callAnswer' ? [event.body] : []));

/** Alice calls Bob; resolves with the id once his devices could ring. */
async function offer({ alice, bob, chat, secretText }: Scene): Promise<string> {
  const body = { secret: newCallSecret(), sdp: description(secretText(own)) };
  const callId = await alice.sendCommand(chat, 'callOffer', body);
  await waitUntil("the offer at Bob's", async () => (await offerAt(bob, callId)) !== null);
  return callId;
}

/** The gateway writes an offer in somebody's name. */
const forgeOffer = ({ operator, chat }: Scene, by: { identifier: string; deviceId: string }, id = nextId()) =>
  operator.forge(chat, {
    by,
    id,
    cmdId: 'callOffer',
    message: JSON.stringify({ secret: newCallSecret(), sdp: description(swapped) }),
  });

/** Answers Alice's call openly in Bob's name, by a device of somebody else, and by Bob's own. */
async function answerBy(scene: Scene, createDevice: () => Promise<TestDevice>): Promise<void> {
  const { alice, bob, chat, operator } = scene;
  const callId = await offer(scene);
  const answer = { callId, sdp: description(swapped) };
  await operator.forge(chat, { by: scene.deviceOf(bob), cmdId: 'callAnswer', message: JSON.stringify(answer) });
  const device = await createDevice();
  await waitUntil('the chat there', async () => (await device.db.conversations.get(chat)) !== undefined);
  await device.sendCommand(chat, 'callAnswer', answer).catch(() => undefined);
  await scene.waitUntilIdle(device);
  await waitForSync(operator, alice, chat);
  const ownAnswer = { callId, sdp: description(scene.secretText('EF')) };
  await bob.sendCommand(chat, 'callAnswer', ownAnswer);
  await waitUntil("the answer at Alice's", () => answersAt(alice).length > 0);
  expect(answersAt(alice).map((body) => JSON.parse(body) as object)).toEqual([ownAnswer]);
}

export const callAttacks: Attack[] = [
  {
    name: 'a fingerprint',
    does: 'offers a call with its own certificate in the place of the caller: nothing rings with it',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      scene.goOffline(bob);
      const callId = await alice.sendCommand(chat, 'callOffer', {
        secret: newCallSecret(),
        sdp: description(scene.secretText(own)),
      });
      await scene.waitUntilIdle(alice);
      const message = JSON.stringify({ secret: newCallSecret(), sdp: description(swapped) });
      await operator.tamperCopies(chat, callId, bob.identifier, (copy) => ({ ...copy, message, encrypted: false }));
      await scene.goOnline(bob);
      await waitForSync(operator, bob, chat);
      expect(await offerAt(bob, callId)).toBeNull();
    },
  },
  {
    name: 'a caller',
    does: 'rings in the name of the other person, and of the person: neither rings',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      await scene.sendAndReceive(alice, bob, scene.secretText('before the ring'));
      const forged = [
        await forgeOffer(scene, scene.deviceOf(alice)),
        await forgeOffer(scene, scene.deviceOf(bob)),
        await forgeOffer(scene, { identifier: alice.identifier, deviceId: 'ghost' }),
      ];
      await waitForSync(operator, bob, chat);
      expect(await Promise.all(forged.map((id) => offerAt(bob, id)))).toEqual([null, null, null]);
      expect(await bob.db.changes.where('target').equals('calls').count()).toBe(0);
    },
  },
  {
    name: 'an answer',
    does: 'answers a call openly, and by a device that waits for approval: only the own answer is taken',
    run: (scene) => answerBy(scene, () => scene.person('Bob', scene.bob.phone)),
  },
  {
    name: 'an answer of a ghost',
    does: 'answers the call to a verified person by a ghost device that it lists: only the own answer is taken',
    async run(scene) {
      const { alice, bob, chat } = scene;
      await scene.sendAndReceive(bob, alice, scene.secretText('the first words'));
      const { number } = await alice.engine.calls.security({ conversationId: chat });
      await alice.engine.calls.verifyPerson({ identifier: bob.identifier, safetyNumber: number });
      await answerBy(scene, () => scene.createGhostDevice('Bob', bob.phone));
    },
    breaksChat: true,
  },
  {
    name: 'a ring again',
    does: 'delivers an offer once more, under its own id and another one: nothing rings a second time',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      const callId = await offer(scene);
      await alice.sendCommand(chat, 'callEnd', { callId, outcome: 'missed', duration: 0 });
      await waitUntil("the end at Bob's", async () => (await offerAt(bob, callId)) === null);
      const again = await forgeOffer(scene, scene.deviceOf(alice));
      await waitForSync(operator, bob, chat);
      expect([await offerAt(bob, callId), await offerAt(bob, again)]).toEqual([null, null]);
      expect(await bob.db.changes.where('target').equals('calls').count()).toBe(1);
    },
  },
  {
    name: 'an end',
    does: 'says that a call had another end, and of a call that this device has not: the first end stays',
    async run(scene) {
      const { alice, bob, chat, operator } = scene;
      const callId = await offer(scene);
      await alice.sendCommand(chat, 'callEnd', { callId, outcome: 'declined', duration: 0 });
      await waitUntil("the end at Bob's", async () => (await offerAt(bob, callId)) === null);
      const before = await scene.row(bob, callId);
      for (const id of [callId, nextId()])
        await operator.notify(bob.identifier, {
          type: 'command',
          cmdId: 'callInfo',
          conversationId: chat,
          identifier: alice.identifier,
          body: JSON.stringify({ callId: id, outcome: 'completed', duration: 60_000 }),
        });
      const lines = await scene.systemLines(bob);
      await bob.engine.calls.reconnect({});
      await scene.sendAndReceive(alice, bob, scene.secretText('after the notices'));
      expect(await scene.row(bob, callId)).toEqual(before);
      expect(await scene.systemLines(bob)).toEqual(lines);
    },
  },
  {
    name: 'a candidate',
    does: 'sends candidates without the secret of the offer, and a caller sends one with a host’s name: none is taken',
    async run(scene) {
      const callId = await offer(scene);
      const line = readSystem((await scene.row(scene.bob, callId)).content)!;
      const secret = readCallSecret(line.body['secret'])!;
      const bob = await createCallSignals({ secret, callId, side: 'callee' });
      const named = (address: string) => ({
        kind: 'candidates' as const,
        list: [
          {
            candidate: `candidate:1 1 udp 1 ${address} 9 typ host`,
            sdpMid: '0',
            sdpMLineIndex: 0,
            usernameFragment: 'u',
          },
        ],
      });
      const gateway = await createCallSignals({ secret: readCallSecret(newCallSecret())!, callId, side: 'caller' });
      const caller = await createCallSignals({ secret, callId, side: 'caller' });
      expect(await bob.decrypt(await gateway.encrypt(named('192.0.2.1')))).toBeNull();
      expect(await bob.decrypt(await caller.encrypt(named('evil.example')))).toBeNull();
      expect(await bob.decrypt(await caller.encrypt(named('192.0.2.1')))).toEqual(named('192.0.2.1'));
    },
  },
];
