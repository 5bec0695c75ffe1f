// The library's primitives against the standards and against Wycheproof: the cases next to this file, or all of them.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crypto as signal } from '@privacyresearch/libsignal-protocol-typescript/lib/internal/crypto.js';
import hmac from 'hash-wasm/dist/hmac.umd.min.js';
import sha256 from 'hash-wasm/dist/sha256.umd.min.js';
import { describe, expect, it } from 'vitest';
import { type Bytes, bytesOf, concat, fromText } from './bytes.ts';
import { nobleCurve, webCurve } from './curve.ts';
import { openFile } from '../sealing/file.ts';

const hex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const toHex = (bytes: Uint8Array | ArrayBuffer): string =>
  Array.from(bytesOf(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const buffer = (bytes: Bytes): ArrayBuffer => bytesOf(bytes).buffer;

const hkdf = async (input: Bytes, salt: Bytes, info: Bytes): Promise<string> =>
  toHex(concat(...(await signal.HKDF(buffer(input), buffer(salt), buffer(info))).map((part) => bytesOf(part))));

describe('F12 standards', () => {
  it('HMAC-SHA-256 as in RFC 4231', async () => {
    expect(toHex(await signal.sign(buffer(new Uint8Array(20).fill(0x0b)), buffer(fromText('Hi There'))))).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
    expect(toHex(await signal.sign(buffer(fromText('Jefe')), buffer(fromText('what do ya want for nothing?'))))).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('HKDF-SHA-256 as in RFC 5869', async () => {
    const output = await hkdf(
      new Uint8Array(22).fill(0x0b),
      hex('000102030405060708090a0b0c'),
      hex('f0f1f2f3f4f5f6f7f8f9'),
    );
    expect(output.slice(0, 84)).toBe(
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    );
  });

  it('AES-256-CBC as in NIST SP 800-38A', async () => {
    const key = buffer(hex('603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4'));
    const iv = buffer(hex('000102030405060708090a0b0c0d0e0f'));
    const sealed = await signal.encrypt(key, buffer(hex('6bc1bee22e409f96e93d7e117393172a')), iv);
    expect(toHex(sealed).slice(0, 32)).toBe('f58c4c04d6e5f1ba779eabfb5f7bfbd6');
    expect(toHex(await signal.decrypt(key, sealed, iv))).toBe('6bc1bee22e409f96e93d7e117393172a');
  });
});

interface Vector {
  tcId: number;
  result: 'valid' | 'invalid' | 'acceptable';
  flags: string[];
  [field: string]: unknown;
}

/** The folder `testvectors_v1` of github.com/C2SP/wycheproof, or the selection in this folder. */
const folder = process.env['AMBER_WYCHEPROOF'] || join(import.meta.dirname, 'wycheproof');

/** The cases of a file, each with the fields of its group. */
function vectors(file: string): Vector[] {
  const { testGroups } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    testGroups: (Record<string, unknown> & { tests: Vector[] })[];
  };
  return testGroups.flatMap(({ tests, ...group }) => tests.map((test) => ({ ...group, ...test })));
}

const field = (vector: Vector, name: string): Bytes => hex(String(vector[name]));

/** Ids of the cases that fail. */
async function wrong(cases: Vector[], check: (vector: Vector) => Promise<boolean>): Promise<number[]> {
  expect(cases.length).toBeGreaterThan(15);
  const ids: number[] = [];
  for (const vector of cases) if (!(await check(vector))) ids.push(vector.tcId);
  return ids;
}

describe('F12 Wycheproof', () => {
  it.each([
    ['WebCrypto', webCurve],
    ['@noble', nobleCurve],
  ])('X25519 by %s: every secret right, every zero refused', async (_, curve) => {
    expect(
      await wrong(vectors('x25519_test.json'), async (vector) => {
        const shared = await curve.agree(field(vector, 'public'), field(vector, 'private')).catch(() => null);
        return /^0+$/.test(String(vector['shared']))
          ? shared === null
          : shared !== null && toHex(shared) === vector['shared'];
      }),
    ).toEqual([]);
  });

  const macs = {
    'the library': async (key: Bytes, message: Bytes) => bytesOf(await signal.sign(buffer(key), buffer(message))),
    'hash-wasm': async (key: Bytes, message: Bytes) =>
      (await hmac.createHMAC(sha256.createSHA256(), key)).update(message).digest('binary'),
  };

  it.each(Object.entries(macs))('HMAC-SHA-256 by %s', async (_, sign) => {
    expect(
      await wrong(vectors('hmac_sha256_test.json'), async (vector) => {
        const tag = toHex(await sign(field(vector, 'key'), field(vector, 'msg'))).slice(
          0,
          Number(vector['tagSize']) / 4,
        );
        return (tag === vector['tag']) === (vector.result === 'valid');
      }),
    ).toEqual([]);
  });

  it('HKDF-SHA-256, as far as three blocks go', async () => {
    const cases = vectors('hkdf_sha256_test.json').filter(
      ({ result, size, salt }) => result === 'valid' && Number(size) <= 96 && salt !== '',
    );
    expect(
      await wrong(cases, async (vector) =>
        (await hkdf(field(vector, 'ikm'), field(vector, 'salt'), field(vector, 'info'))).startsWith(
          String(vector['okm']),
        ),
      ),
    ).toEqual([]);
  });

  it('AES-CBC with padding', async () => {
    expect(
      await wrong(
        vectors('aes_cbc_pkcs5_test.json').filter(({ keySize }) => keySize === 256),
        async (vector) => {
          const [key, iv] = [buffer(field(vector, 'key')), buffer(field(vector, 'iv'))];
          const opened = await signal.decrypt(key, buffer(field(vector, 'ct')), iv).then(toHex, () => null);
          if (vector.result === 'invalid') return opened !== vector['msg'] || opened === null;
          return (
            opened === vector['msg'] &&
            toHex(await signal.encrypt(key, buffer(field(vector, 'msg')), iv)) === vector['ct']
          );
        },
      ),
    ).toEqual([]);
  });

  it('T16 AES-CBC with padding, in a sealed file: what is valid opens, what is not does not', async () => {
    expect(
      await wrong(
        vectors('aes_cbc_pkcs5_test.json').filter(({ keySize }) => keySize === 256),
        async (vector) => {
          const macKey = new Uint8Array(32).fill(7);
          const body = concat(field(vector, 'iv'), field(vector, 'ct'));
          const sealed = concat(body, createHmac('sha256', macKey).update(body).digest());
          const keys = {
            key: Buffer.from(concat(field(vector, 'key'), macKey)).toString('base64'),
            digest: createHash('sha256').update(sealed).digest('base64'),
          };
          const opened = await openFile(new Blob([sealed]), keys, '').then(
            async (file) => toHex(await file.arrayBuffer()),
            () => null,
          );
          return opened === (vector.result === 'invalid' ? null : vector['msg']);
        },
      ),
    ).toEqual([]);
  });
});
