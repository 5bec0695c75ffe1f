// What a call is doing, in words; for a call that is connected, how long it has lasted.
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Fault } from '@amber/proto/faults';
import { useNow } from '@amber/ui/useNow';
import { formatDuration } from '@amber/words/formats';
import type { ReactNode } from 'react';
import { words } from '../words/gen/call.ts';
import type { CallState } from './callState.ts';

const second = 1_000;

function Length({ since }: { since: number }) {
  const now = useNow(second);
  return <span dir="ltr">{formatDuration(Math.floor(Math.max(0, now - since) / second) * second)}</span>;
}

/** What a screen reader announces. The length would be announced each second. */
export function callStatusText(call: CallState): ReactNode {
  const { status, end, fault, connectedAt, isMicrophoneLost, isVideo, camera, cameraProblem } = call;
  if (status === 'ended') return fault ? getErrorMessage(new Fault(fault)) : words.ended[end ?? 'hungUp'];
  if (isMicrophoneLost) return words.microphoneLost;
  if (cameraProblem) return words.cameraProblems[cameraProblem];
  if (status === 'incoming' && isVideo) return words.incomingVideo;
  if (status === 'starting' && camera !== 'off') return words.startingVideo;
  return status === 'connected' ? <Length since={connectedAt} /> : words.status[status];
}

/** Whether the text is to be announced when it changes. */
export const isAnnounced = ({ status, cameraProblem, isMicrophoneLost }: CallState): boolean =>
  status !== 'connected' || cameraProblem !== null || isMicrophoneLost;
