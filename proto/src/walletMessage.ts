// The text that a wallet signs to prove its ownership (EIP-4361): formatting and parsing.

export interface WalletMessage {
  /** Host and port of the requesting page. */
  domain: string;
  address: string;
  /** The purpose of the signature; see `walletStatements`. */
  statement: string;
  uri: string;
  chainId: number;
  nonce: string;
  /** Milliseconds since 1970. */
  issuedAt: number;
  expiresAt: number;
}

/** The statement of each purpose: a signature for one purpose is invalid for another. */
export const walletStatements = {
  signIn: 'Sign in to Amber. This costs nothing and sends no transaction.',
  bind: (identifier: string) =>
    `Bind this wallet to the Amber account ${identifier}. Whoever has the wallet can then sign in to it.`,
} as const;

/** Formats the message. */
export const writeWalletMessage = ({
  domain,
  address,
  statement,
  uri,
  chainId,
  nonce,
  issuedAt,
  expiresAt,
}: WalletMessage): string =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedAt).toISOString()}`,
    `Expiration Time: ${new Date(expiresAt).toISOString()}`,
  ].join('\n');

const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`;
const form = new RegExp(
  [
    '^(?<domain>[^\\s/?#@]{1,255}) wants you to sign in with your Ethereum account:',
    '(?<address>0x[0-9a-fA-F]{40})',
    '',
    '(?<statement>[\\x20-\\x7e]{1,500})',
    '',
    'URI: (?<uri>\\S{1,500})',
    'Version: 1',
    'Chain ID: (?<chainId>[1-9]\\d{0,8})',
    'Nonce: (?<nonce>[A-Za-z0-9]{8,64})',
    `Issued At: (?<issuedAt>${time})`,
    `Expiration Time: (?<expiresAt>${time})$`,
  ].join('\n'),
);

/** Parses a message; null if it is invalid. The parser is strict: any deviation, also in order, is invalid. */
export function readWalletMessage(text: string): WalletMessage | null {
  const found = form.exec(text)?.groups as Record<keyof WalletMessage, string> | undefined;
  if (!found) return null;
  const [issuedAt, expiresAt] = [Date.parse(found.issuedAt), Date.parse(found.expiresAt)];
  if (Number.isNaN(issuedAt) || Number.isNaN(expiresAt)) return null;
  return { ...found, chainId: Number(found.chainId), issuedAt, expiresAt };
}
