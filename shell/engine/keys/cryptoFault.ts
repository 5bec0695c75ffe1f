// The reasons why a message could not be sealed or opened as faults, and what the library says as one of them.
import { Fault } from '@amber/proto/faults';
import type { UnreadableReason } from '@amber/proto/unreadable';

/** A fault whose code is the reason. */
export const cryptoFault = (reason: UnreadableReason, cause?: unknown): Fault => new Fault(reason, { cause });

/** The texts that the key store answers what it refuses with. */
export const keyStoreErrors = {
  noKey: 'Tried to get value for undefined/null key',
  noValue: 'Tried to store undefined/null',
  identityType: 'Identity Key is incorrect type',
  keyType: 'stored key has wrong type',
} as const;

/** The library's error, as a reason. Unmapped errors count as a message that does not fit its keys. */
const libraryErrors: [RegExp, UnreadableReason][] = [
  [/^Over 2000 messages into the future/, 'gap_2000'],
  [/^Message key not found/, 'duplicate'],
  [/^Invalid signature/, 'bad_signature'],
  [/^(Identity key changed|Unknown identity key)/, 'untrusted_identity'],
  [new RegExp(`^(${Object.values(keyStoreErrors).join('|')})`), 'corrupt_store'],
];

/** Any thrown value as a fault with a reason; a fault is returned unchanged. */
export function toFault(thrown: unknown): Fault {
  if (thrown instanceof Error && thrown.name === 'Fault') return Fault.of(thrown);
  const message = thrown instanceof Error ? thrown.message : '';
  return cryptoFault(libraryErrors.find(([text]) => text.test(message))?.[1] ?? 'bad_mac', thrown);
}
