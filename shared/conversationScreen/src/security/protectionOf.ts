// The one state of a chat's protection.
import type { KeyState } from '@amber/client/bus';
import type { Protection } from '@amber/conversation/ProtectionMark';

interface ProtectionParts {
  /** What is written here is sealed. */
  encrypted: boolean;
  /** What is known of the other's keys; undefined until it was asked. */
  keys: KeyState | undefined;
  /** A recent message differs from what its sender sealed. */
  mismatch: boolean;
}

/** The worst that is known wins; what is not known yet is no alarm. */
export function protectionOf({ encrypted, keys, mismatch }: ProtectionParts): Protection {
  if (!encrypted) return 'open';
  if (keys === 'changed' || mismatch) return 'mismatch';
  return keys === 'verified' ? 'verified' : 'sealed';
}
