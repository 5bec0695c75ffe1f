// Combines the facts about a chat into one protection state.
import type { KeyState } from '@amber/client/bus';
import type { Protection } from '@amber/conversation/ProtectionMark';

interface ProtectionParts {
  /** Whether messages in the chat are encrypted. */
  encrypted: boolean;
  /** The state of the other person's keys; undefined until it is loaded. */
  keys: KeyState | undefined;
  /** Whether a recent message differs from what its sender encrypted. */
  mismatch: boolean | undefined;
  /** Whether the other person's latest message arrived unencrypted. */
  plain: boolean | undefined;
}

/** Returns the worst known state; unknown facts raise no alarm. */
export function chatProtectionOf({ encrypted, keys, mismatch, plain }: ProtectionParts): Protection {
  // A person who has written without keys cannot get an encrypted answer.
  if (!encrypted || (keys === 'unknown' && plain)) return 'open';
  if (keys === 'changed' || mismatch) return 'mismatch';
  return keys === 'verified' ? 'verified' : 'sealed';
}
