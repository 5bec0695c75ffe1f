// Faults for the reasons why a message could not be encrypted or decrypted, and the mapping of the library's errors to
// them.
import { Fault } from '@amber/proto/faults';
import type { UnreadableReason } from '@amber/proto/unreadable';

/** Creates a fault whose code is the reason. */
export const cryptoFault = (reason: UnreadableReason, cause?: unknown): Fault => new Fault(reason, { cause });

/** The texts of the errors that the key store throws. */
export const keyStoreErrors = {
  noKey: 'Tried to get value for undefined/null key',
  noValue: 'Tried to store undefined/null',
  identityType: 'Identity Key is incorrect type',
  keyType: 'stored key has wrong type',
} as const;

/** The library's errors by reason. All others count as a message that does not fit its keys. */
const libraryErrors: [RegExp, UnreadableReason][] = [
  [/^Over 2000 messages into the future/, 'gap_2000'],
  [/^Message key not found/, 'duplicate'],
  [/^Invalid signature/, 'bad_signature'],
  [/^(Identity key changed|Unknown identity key)/, 'untrusted_identity'],
  [new RegExp(`^(${Object.values(keyStoreErrors).join('|')})`), 'corrupt_store'],
];

/** Converts a thrown value to a fault with a reason; a fault is returned unchanged. */
export function toFault(thrown: unknown): Fault {
  if (thrown instanceof Error && thrown.name === 'Fault') return Fault.of(thrown);
  const message = thrown instanceof Error ? thrown.message : '';
  return cryptoFault(libraryErrors.find(([text]) => text.test(message))?.[1] ?? 'bad_mac', thrown);
}
