// Explains why a message cannot be decrypted on this device.
import type { UnreadableReason as Reason } from '@amber/proto/unreadable';
import { ProtectionMark } from '../../protection/ProtectionMark.tsx';
import { words } from '../../words/gen/unreadable.ts';

export function UnreadableReason({ reason }: { reason: Reason | undefined }) {
  const explanation = reason ? words.shown[reason] : words.sentBefore;
  return reason === 'does_not_match' ? <ProtectionMark state="mismatch">{explanation}</ProtectionMark> : explanation;
}
