// The same by the engine's wrapper, in a worker.
import { fastestCurve, newKeyPair } from '../../shell/engine/crypto/curve.ts';
import { accept, begin, encrypt, withType } from '../../shell/engine/crypto/ratchet.ts';
import { answerWith, mustSay, preKeys, text } from './timed.ts';

const sign = async (privateKey: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>) => (await fastestCurve()).sign(privateKey, message);

async function device() {
  const [pair, signed, oneTime] = [await newKeyPair(), await newKeyPair(), await newKeyPair()];
  const bundle = {
    identifier: 'bob',
    deviceId: 'b1',
    registrationId: 1,
    identityKey: withType(pair.publicKey),
    signedPreKey: { keyId: 1, publicKey: withType(signed.publicKey), signature: await sign(pair.privateKey, withType(signed.publicKey)) },
    oneTimePreKeys: [{ keyId: 1, publicKey: withType(oneTime.publicKey) }],
    created: 0,
    updated: 0,
  };
  return { own: { pair, registrationId: 1 }, bundle, prepared: { signedPreKey: { keyId: 1, pair: signed }, oneTime: { keyId: 1, pair: oneTime } } };
}

const devices = Promise.all([device(), device()]);

answerWith({
  async keys() {
    const [identity, signed] = await Promise.all([newKeyPair(), newKeyPair(), ...Array.from({ length: preKeys }, newKeyPair)]);
    await sign(identity!.privateKey, withType(signed!.publicKey));
  },
  async firstMessage() {
    const [alice, bob] = await devices;
    const state = await begin(alice.own, bob.bundle);
    const { sealed } = await encrypt(alice.own, bob.bundle.identityKey, state, new TextEncoder().encode(text));
    mustSay((await accept(bob.own, alice.bundle.identityKey, bob.prepared, sealed.bytes)).text);
  },
});
