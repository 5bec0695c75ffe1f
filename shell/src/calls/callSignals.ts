// The signals of a call, encrypted with keys that only devices with its offer can derive.
import * as v from 'valibot';
import { isCandidate, readDescription } from './sessionDescription.ts';

/** The two sides of a call encrypt with different keys, so that no signal can be returned to its sender. */
export type CallSide = 'caller' | 'callee';

const candidatesMax = 50;
const text = (max: number) => v.pipe(v.string(), v.maxLength(max));

const candidate = v.object({
  candidate: v.pipe(v.string(), v.check(isCandidate)),
  sdpMid: v.nullable(text(16)),
  sdpMLineIndex: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0))),
  usernameFragment: v.nullable(text(256)),
});

const description = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const sdp = readDescription(dataset.value, { picture: true });
    if (sdp !== null) return sdp;
    addIssue({ message: 'not a description of a call' });
    return NEVER;
  }),
);

const signal = v.variant('kind', [
  /** A device of the other person rings. */
  v.object({ kind: v.literal('ringing') }),
  /** The page of the other device was loaded again, and begins with a new connection. */
  v.object({ kind: v.literal('restart') }),
  v.object({ kind: v.literal('candidates'), list: v.pipe(v.array(candidate), v.maxLength(candidatesMax)) }),
  v.object({ kind: v.literal('description'), type: v.picklist(['offer', 'answer']), sdp: description }),
]);

export type Signal = v.InferOutput<typeof signal>;

/** `number` increases with each signal of a side, so that none counts twice. */
const numbered = v.object({ number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), signal });

export interface CallSignals {
  encrypt(signal: Signal): Promise<Uint8Array<ArrayBuffer>>;
  /** Returns null for one that the other side has not made, that has come before, or that has a wrong form. */
  decrypt(data: Uint8Array): Promise<Signal | null>;
}

const secretBytes = 32;
const ivBytes = 12;
const utf8 = new TextEncoder();

export const newCallSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(secretBytes))));

/** Returns the bytes of a secret; null if it is none. */
export function readCallSecret(secret: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof secret !== 'string' || !/^[\w+/]{43}=$/.test(secret)) return null;
  return Uint8Array.from(atob(secret), (letter) => letter.charCodeAt(0));
}

async function deriveKey(secret: Uint8Array<ArrayBuffer>, callId: string, from: CallSide): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode(callId), info: utf8.encode(`Amber call 1 ${from}`) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

export async function createCallSignals(
  { secret, callId, side }: { secret: Uint8Array<ArrayBuffer>; callId: string; side: CallSide },
  now: () => number = Date.now,
): Promise<CallSignals> {
  const [ownKey, theirKey] = await Promise.all([
    deriveKey(secret, callId, side),
    deriveKey(secret, callId, side === 'caller' ? 'callee' : 'caller'),
  ]);
  let lastOwn = 0;
  let lastTheirs = 0;
  return {
    async encrypt(next) {
      // By the clock, because a page that was loaded again does not know its last number.
      lastOwn = Math.max(lastOwn + 1, now());
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
      const plain = utf8.encode(JSON.stringify({ number: lastOwn, signal: next }));
      const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, ownKey, plain));
      const data = new Uint8Array(ivBytes + sealed.length);
      data.set(iv);
      data.set(sealed, ivBytes);
      return data;
    },
    async decrypt(data) {
      try {
        const plain = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: data.slice(0, ivBytes) },
          theirKey,
          data.slice(ivBytes),
        );
        const read = v.safeParse(numbered, JSON.parse(new TextDecoder().decode(plain)));
        if (!read.success || read.output.number <= lastTheirs) return null;
        lastTheirs = read.output.number;
        return read.output.signal;
      } catch {
        return null;
      }
    },
  };
}
