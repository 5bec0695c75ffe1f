import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWalletMessage, type WalletMessage, walletStatements, writeWalletMessage } from './walletMessage.ts';

const message: WalletMessage = {
  domain: 'chat.example:8080',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  statement: walletStatements.signIn,
  uri: 'https://chat.example:8080/chat/',
  chainId: 1,
  nonce: '0123456789abcdef',
  issuedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  expiresAt: Date.UTC(2026, 0, 2, 3, 9, 5),
};
const text = writeWalletMessage(message);

describe('R4 T3 what a wallet signs', () => {
  it('R4 has the form of EIP-4361', () => {
    expect(text).toBe(`chat.example:8080 wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

Sign in to Amber. This costs nothing and sends no transaction.

URI: https://chat.example:8080/chat/
Version: 1
Chain ID: 1
Nonce: 0123456789abcdef
Issued At: 2026-01-02T03:04:05.000Z
Expiration Time: 2026-01-02T03:09:05.000Z`);
  });

  it('R4 is read as it was written', () => {
    expect(readWalletMessage(text)).toEqual(message);
    const statement = walletStatements.bind('abcdefghijklmnop');
    expect(readWalletMessage(writeWalletMessage({ ...message, statement }))).toEqual({ ...message, statement });
  });

  it.each([
    ['nothing', ''],
    ['another version', text.replace('Version: 1', 'Version: 2')],
    ['a field less', text.replace('Chain ID: 1\n', '')],
    ['a field more', `${text}\nRequest ID: 1`],
    ['a line more at the end', `${text}\n`],
    ['two messages', `${text}\n${text}`],
    ['the fields in another order', text.replace('Version: 1\nChain ID: 1', 'Chain ID: 1\nVersion: 1')],
    ['another line end', text.replaceAll('\n', '\r\n')],
    ['another sentence before it', `Hello\n${text}`],
    ['a path in the domain', text.replace('chat.example:8080 wants', 'chat.example/x wants')],
    ['somebody at the domain', text.replace('chat.example:8080 wants', 'bank@chat.example wants')],
    ['a short address', text.replace('BeAed\n', 'BeAe\n')],
    ['no chain', text.replace('Chain ID: 1', 'Chain ID: 0')],
    ['a chain in another spelling', text.replace('Chain ID: 1', 'Chain ID: 0x1')],
    ['a short nonce', text.replace('0123456789abcdef', '0123')],
    ['a nonce of two words', text.replace('0123456789abcdef', '01234567 abcdef')],
    ['no time', text.replace('2026-01-02T03:04:05.000Z', 'yesterday')],
    ['a time that does not exist', text.replace('2026-01-02T03:04:05.000Z', '2026-13-02T03:04:05.000Z')],
    ['a statement of two lines', text.replace('Sign in to Amber.', 'Sign in\nto Amber.')],
  ])('T3 %s is no message', (_, wrong) => {
    expect(readWalletMessage(wrong)).toBeNull();
  });

  it('T3 whatever is read is written again as the same text, up to the spelling of times', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, put) => {
        const changed = text.slice(0, at) + put + text.slice(at + put.length);
        const read = readWalletMessage(changed);
        if (read === null) return;
        const times = /\d{4}-\S+(Z|[+-]\d\d:\d\d)/g;
        expect(writeWalletMessage(read).replace(times, '')).toBe(changed.replace(times, ''));
      }),
      { numRuns: 500 },
    );
  });
});
