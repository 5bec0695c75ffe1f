import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newFileSecret, openFile, sealedLength, sealFile } from './file.ts';

/** More of them in `npm run soak`: with 100, every byte of 1,000 files. */
const rounds = Number(process.env['AMBER_RUNS'] ?? 1);

const piece = 4 * 1_048_576;
const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'opened',
    (thrown: unknown) => Fault.of(thrown).code,
  );
const flipped = (bytes: Buffer, at: number): Blob => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1 << (at % 8);
  return new Blob([copy]);
};
const corrupt = (sealed: Blob, { key }: { key: string }, digest: string) =>
  codeOf(openFile(sealed, { key, digest }, '')).then((code) => code === 'FILE_CORRUPT');

describe('R92 T16 sealing', () => {
  it.each([0, 1, 15, 16, 17, 1_000, piece - 17, piece - 16, piece - 1, piece, piece + 1, piece + 16, 2 * piece])(
    'R92 R93 %i bytes come back as they were',
    async (size) => {
      const plain = randomBytes(size);
      const secret = newFileSecret();
      const { blob, digest } = await sealFile(new Blob([plain]), secret);
      expect(blob.size).toBe(sealedLength(size));
      const opened = await openFile(blob, { key: secret.key, digest }, 'image/png');
      expect([opened.size, opened.type, (await bytesOf(opened)).equals(plain)]).toEqual([size, 'image/png', true]);
    },
  );

  it('R92 it is iv ‖ AES-256-CBC with PKCS#7 ‖ HMAC-SHA-256 over both, and its digest is SHA-256, as another implementation has them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (plain) => {
        const secret = newFileSecret();
        const sealed = await sealFile(new Blob([Uint8Array.from(plain)]), secret);
        const key = Buffer.from(secret.key, 'base64');
        const cipher = createCipheriv('aes-256-cbc', key.subarray(0, 32), secret.iv);
        const body = Buffer.concat([Buffer.from(secret.iv, 'ascii'), cipher.update(plain), cipher.final()]);
        const whole = Buffer.concat([body, createHmac('sha256', key.subarray(32)).update(body).digest()]);
        expect((await bytesOf(sealed.blob)).equals(whole)).toBe(true);
        expect(sealed.digest).toBe(createHash('sha256').update(whole).digest('base64'));
      }),
      { numRuns: 50 * rounds },
    );
  });

  it('R92 pieces make what one stroke makes', async () => {
    const plain = randomBytes(2 * piece + 5);
    const secret = newFileSecret();
    const sealed = await bytesOf((await sealFile(new Blob([plain]), secret)).blob);
    const decipher = createDecipheriv('aes-256-cbc', Buffer.from(secret.key, 'base64').subarray(0, 32), secret.iv);
    expect(Buffer.concat([decipher.update(sealed.subarray(16, -32)), decipher.final()]).equals(plain)).toBe(true);
  });

  it('C18 the same secret makes the same bytes again: an upload goes on after a crash', async () => {
    const [file, secret] = [new Blob([randomBytes(piece + 3)]), newFileSecret()];
    const [one, again] = [await sealFile(file, secret), await sealFile(file, secret)];
    expect([again.digest, (await bytesOf(again.blob)).equals(await bytesOf(one.blob))]).toEqual([one.digest, true]);
  });

  it('P6 a large file is read a few MiB at a time, in both directions', async () => {
    let largest = 0;
    class Watched extends Blob {
      override slice(from = 0, to = this.size): Blob {
        largest = Math.max(largest, to - from);
        return super.slice(from, to);
      }
      override arrayBuffer(): Promise<ArrayBuffer> {
        throw new Error('all of it at once');
      }
    }
    const secret = newFileSecret();
    const { blob, digest } = await sealFile(new Watched([randomBytes(3 * piece)]), secret);
    await openFile(new Watched([blob]), { key: secret.key, digest }, '');
    expect(largest).toBe(piece);
  });

  it('T16 iv and key are 16 characters and 64 bytes of the random source, and no two are alike', () => {
    const secrets = Array.from({ length: 10_000 * rounds }, newFileSecret);
    expect(
      secrets.every(
        ({ iv, key }) =>
          iv.length === limits.fileIvLength && /^[\w-]+$/.test(iv) && Buffer.from(key, 'base64').length === 64,
      ),
    ).toBe(true);
    expect([new Set(secrets.map(({ iv }) => iv)).size, new Set(secrets.map(({ key }) => key)).size]).toEqual([
      secrets.length,
      secrets.length,
    ]);
    // Each of the 64 characters about equally often.
    const counts = Map.groupBy(
      secrets.slice(0, 10_000).flatMap(({ iv }) => [...iv]),
      (letter) => letter,
    );
    expect(counts.size).toBe(64);
    for (const { length } of counts.values()) expect(Math.abs(length - 2_500)).toBeLessThan(400);
  });
});

describe('R93 T16 opening', () => {
  it('R93 T16 one flipped byte, wherever it is, and nothing is opened', async () => {
    let tried = 0;
    for (let file = 0; file < 10 * rounds; file += 1) {
      const secret = newFileSecret();
      const { blob, digest } = await sealFile(new Blob([randomBytes(file % 40)]), secret);
      const bytes = await bytesOf(blob);
      for (let at = 0; at < bytes.length; at += 1, tried += 1)
        expect(await corrupt(flipped(bytes, at), secret, digest), `byte ${at} of file ${file}`).toBe(true);
    }
    expect(tried).toBeGreaterThan(600 * rounds);
  });

  it('T16 the MAC alone refuses each of them, too: whoever makes the digest fit has no key', async () => {
    const secret = newFileSecret();
    const bytes = await bytesOf((await sealFile(new Blob([randomBytes(33)]), secret)).blob);
    for (let at = 0; at < bytes.length; at += 1) {
      const forged = flipped(bytes, at);
      const digest = createHash('sha256')
        .update(await bytesOf(forged))
        .digest('base64');
      expect(await corrupt(forged, secret, digest), `byte ${at}`).toBe(true);
    }
  });

  it('R93 T16 what is cut, drawn out or of another length is refused', async () => {
    const secret = newFileSecret();
    const { blob, digest } = await sealFile(new Blob([randomBytes(40)]), secret);
    for (let length = 0; length < blob.size; length += 1)
      expect(await corrupt(blob.slice(0, length), secret, digest)).toBe(true);
    expect(await corrupt(new Blob([blob, new Uint8Array(16)]), secret, digest)).toBe(true);
  });

  it('T16 another key, half a key and no key open nothing', async () => {
    const secret = newFileSecret();
    const { blob, digest } = await sealFile(new Blob(['words']), secret);
    for (const key of [newFileSecret().key, secret.key.slice(0, 40), '', 'not base64!'])
      expect(await corrupt(blob, { key }, digest)).toBe(true);
  });

  it('R93 a file that the browser has lost is gone, not corrupt', async () => {
    class Lost extends Blob {
      override slice(): Blob {
        return Object.assign(new Blob(), {
          arrayBuffer: () => Promise.reject(new DOMException('lost', 'NotReadableError')),
        });
      }
    }
    expect(await codeOf(sealFile(new Lost(['x']), newFileSecret()))).toBe('FILE_GONE');
  });
});
