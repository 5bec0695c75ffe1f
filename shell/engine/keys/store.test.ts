import { describe, expect, it } from 'vitest';
import { newKeyPair } from './curve.ts';
import { KeyStore } from './store.ts';
import { withType } from './ratchet.ts';

const nothing = [undefined, null] as unknown as string[];
const trusted = new Uint8Array(33).fill(5);
const pair = async () => {
  const { publicKey, privateKey } = await newKeyPair();
  return { pubKey: withType(publicKey).buffer, privKey: privateKey.buffer };
};

describe('R83 the key store', () => {
  it.each(nothing)('finds nothing under %s', async (name) => {
    const store = new KeyStore(trusted);
    const text = 'Tried to get value for undefined/null key';
    expect(() => store.get(name)).toThrow(text);
    expect(() => store.remove(name)).toThrow(text);
    await expect(store.loadPreKey(name)).rejects.toThrow(text);
    await expect(store.loadSignedPreKey(name)).rejects.toThrow(text);
    await expect(store.loadSession(name)).rejects.toThrow(text);
    expect(() => store.isTrustedIdentity(name, trusted.buffer)).toThrow(text);
  });

  it.each(nothing)('stores no %s, and nothing under it', async (value) => {
    const store = new KeyStore(trusted);
    const text = 'Tried to store undefined/null';
    expect(() => store.put('identityKey', value)).toThrow(text);
    expect(() => store.put(value, 'something')).toThrow(text);
    await expect(store.storePreKey(1, value as never)).rejects.toThrow(text);
    await expect(store.storeSession('peer.1', value)).rejects.toThrow(text);
    await expect(store.saveIdentity('peer.1', value as never)).rejects.toThrow(text);
  });

  it.each([undefined, 'a text', new Uint8Array(33), { pubKey: new ArrayBuffer(32), privKey: new ArrayBuffer(32) }])(
    'takes no %s for an identity key',
    async (value) => {
      const store = new KeyStore(trusted);
      if (value !== undefined) store.put('identityKey', value);
      await expect(store.getIdentityKeyPair()).rejects.toThrow('Identity Key is incorrect type');
      expect(() => store.isTrustedIdentity('peer', value as never)).toThrow('Identity Key is incorrect type');
    },
  );

  it('takes nothing else for what it was asked for', async () => {
    const store = new KeyStore(trusted);
    for (const name of ['preKey:1', 'signedPreKey:1', 'registrationId']) store.put(name, 'a text');
    store.put('session:peer.1', 1);
    const text = 'stored key has wrong type';
    await expect(store.loadPreKey(1)).rejects.toThrow(text);
    await expect(store.loadSignedPreKey(1)).rejects.toThrow(text);
    await expect(store.loadSession('peer.1')).rejects.toThrow(text);
    await expect(store.getLocalRegistrationId()).rejects.toThrow(text);
  });

  it('keeps what belongs in it, until it is removed', async () => {
    const store = new KeyStore(trusted);
    const key = await pair();
    await store.storePreKey(1, key);
    expect(await store.loadPreKey(1)).toBe(key);
    await store.removePreKey(1);
    expect(await store.loadPreKey(1)).toBeUndefined();
    expect(await store.loadPreKey(0)).toBeUndefined();
  });

  it('trusts one key, and says so before anybody has waited', () => {
    const store = new KeyStore(trusted);
    expect(() => store.isTrustedIdentity('peer', new Uint8Array(33).buffer)).toThrow('Identity key changed');
    expect(() => store.isTrustedIdentity('peer', trusted.buffer)).not.toThrow();
  });
});
