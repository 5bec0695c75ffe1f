// The key store that the Signal library gets: a copy of the keys of one operation, which rejects everything else.
import type { KeyPairType, StorageType } from '@privacyresearch/libsignal-protocol-typescript';
import { type Bytes, bytesOf, equal } from './bytes.ts';
import { keyStoreErrors } from './cryptoFault.ts';

const isPair = (value: unknown): value is KeyPairType => {
  const { pubKey, privKey } = (value ?? {}) as Partial<KeyPairType>;
  return (
    pubKey instanceof ArrayBuffer &&
    pubKey.byteLength === 33 &&
    privKey instanceof ArrayBuffer &&
    privKey.byteLength === 32
  );
};

/** Items by name: `identityKey`, `registrationId`, `preKey:7`, `signedPreKey:1234`, `session:…`. */
export class KeyStore implements StorageType {
  readonly #items = new Map<string, unknown>();
  readonly #trusted: Bytes;

  /** `trusted` is the only identity key, in its wire format, that the other device may have. */
  constructor(trusted: Bytes) {
    this.#trusted = trusted;
  }

  /** @throws Error with a text of `keyStoreErrors`, if the name or the value is missing. */
  put(name: string, value: unknown): void {
    if (name === undefined || name === null || value === undefined || value === null)
      throw new Error(keyStoreErrors.noValue);
    this.#items.set(name, value);
  }

  get(name: string): unknown {
    if (name === undefined || name === null) throw new Error(keyStoreErrors.noKey);
    return this.#items.get(name);
  }

  remove(name: string): void {
    if (name === undefined || name === null) throw new Error(keyStoreErrors.noKey);
    this.#items.delete(name);
  }

  #named = (kind: string, id: string | number): string => {
    if (id === undefined || id === null) throw new Error(keyStoreErrors.noKey);
    return `${kind}:${id}`;
  };

  #pair(name: string): KeyPairType | undefined {
    const pair = this.get(name);
    if (pair !== undefined && !isPair(pair)) throw new Error(keyStoreErrors.keyType);
    return pair;
  }

  async getIdentityKeyPair(): Promise<KeyPairType> {
    const pair = this.get('identityKey');
    if (!isPair(pair)) throw new Error(keyStoreErrors.identityType);
    return pair;
  }

  async getLocalRegistrationId(): Promise<number> {
    const id = this.get('registrationId');
    if (typeof id !== 'number') throw new Error(keyStoreErrors.keyType);
    return id;
  }

  /** Throws synchronously, because the library does not wait for the promise before it continues. */
  isTrustedIdentity(name: string, identityKey: ArrayBuffer): Promise<boolean> {
    if (name === undefined || name === null) throw new Error(keyStoreErrors.noKey);
    if (!(identityKey instanceof ArrayBuffer)) throw new Error(keyStoreErrors.identityType);
    if (!equal(bytesOf(identityKey), this.#trusted)) throw new Error('Identity key changed');
    return Promise.resolve(true);
  }

  /** Pins are written by `pins.ts`, together with the message; this only checks what the library wants to save. */
  async saveIdentity(address: string, identityKey: ArrayBuffer): Promise<boolean> {
    if (address === undefined || address === null) throw new Error(keyStoreErrors.noKey);
    if (identityKey === undefined || identityKey === null) throw new Error(keyStoreErrors.noValue);
    if (!(identityKey instanceof ArrayBuffer)) throw new Error(keyStoreErrors.identityType);
    return false;
  }

  /** The library uses id 0 for 'none'. */
  loadPreKey = async (id: string | number) => (id === 0 ? undefined : this.#pair(this.#named('preKey', id)));
  storePreKey = async (id: string | number, pair: KeyPairType) => this.put(this.#named('preKey', id), pair);
  removePreKey = async (id: string | number) => this.remove(this.#named('preKey', id));
  loadSignedPreKey = async (id: string | number) => this.#pair(this.#named('signedPreKey', id));
  storeSignedPreKey = async (id: string | number, pair: KeyPairType) => this.put(this.#named('signedPreKey', id), pair);
  removeSignedPreKey = async (id: string | number) => this.remove(this.#named('signedPreKey', id));

  async loadSession(address: string): Promise<string | undefined> {
    const record = this.get(this.#named('session', address));
    if (record !== undefined && typeof record !== 'string') throw new Error(keyStoreErrors.keyType);
    return record;
  }

  storeSession = async (address: string, record: string) => this.put(this.#named('session', address), record);
}
