import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksummed, personalHash, signerOf } from './ethereum.ts';
import { testWallet } from '../../testing/wallet.ts';

describe('T3 signatures of wallets', () => {
  test.each([
    // The examples of EIP-55.
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
  ])('%s has its check digits', (address) => {
    expect(checksummed(address.toLowerCase())).toBe(address);
    expect(checksummed(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  test('a key everybody knows has the address that everybody knows', () => {
    const key = Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex');
    expect(testWallet(key).address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  });

  test('a text is hashed as personal_sign does', () => {
    expect(Buffer.from(personalHash('hello world')).toString('hex')).toBe(
      'd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68',
    );
  });

  test('whoever signs is found, for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const wallet = testWallet();
        expect(signerOf(text, wallet.sign(text))).toBe(wallet.address);
      }),
      { numRuns: 20 },
    );
  });

  test('0 and 1 in the place of 27 and 28 mean the same', () => {
    const wallet = testWallet();
    const signature = wallet.sign('x');
    expect(signerOf('x', signature.slice(0, -2) + (signature.endsWith('1b') ? '00' : '01'))).toBe(wallet.address);
  });

  test.each([
    ['nothing', () => ''],
    ['half of it', (signature: string) => signature.slice(0, 66)],
    ['a byte more', (signature: string) => `${signature}00`],
    ['no number', () => `0x${'zz'.repeat(65)}`],
    ['zeros', () => `0x${'00'.repeat(65)}`],
    ['a recovery that does not exist', (signature: string) => `${signature.slice(0, -2)}1d`],
    [
      'its mirror',
      (signature: string) => {
        const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
        const mirrored = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0');
        return `${signature.slice(0, 66)}${mirrored}${signature.endsWith('1b') ? '1c' : '1b'}`;
      },
    ],
  ])('%s is no signature', (_, change) => {
    expect(signerOf('x', change(testWallet().sign('x')))).toBeNull();
  });

  test("another text, and a signature that was changed anywhere, is somebody else's or nobody's", () => {
    const wallet = testWallet();
    const signature = wallet.sign('x');
    expect(signerOf('y', signature)).not.toBe(wallet.address);
    for (let at = 2; at < signature.length; at += 7) {
      const changed = signature.slice(0, at) + (signature[at] === '1' ? '2' : '1') + signature.slice(at + 1);
      expect(signerOf('x', changed)).not.toBe(wallet.address);
    }
  });
});
