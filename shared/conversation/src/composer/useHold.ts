// Follows the press that began a recording until it is released.
import { directionSign } from '@amber/ui/direction';
import { useEffect, useState } from 'react';
import { useStableCallback } from '../kit/useStableCallback.ts';
import type { VoiceBarProps } from './Composer.tsx';
import { holdProgress, type HoldProgress, releaseOutcome } from './holdGesture.ts';

/** 'locked': the recording goes on although a longer press has ended. 'click': nothing is or was held. */
export type Hold = { is: 'held'; progress: HoldProgress } | { is: 'locked' } | { is: 'click' };

interface HoldPorts {
  /** The press has an effect only while it records: it must neither send nor delete a draft. */
  phase: 'starting' | 'recording' | 'over';
  onCancel(): void;
  /** Called when a longer press is released. */
  onRelease(): void;
}

const notMoved: HoldProgress = { cancel: 0, lock: 0 };

function initialHold(start: VoiceBarProps['start']): Hold {
  if (typeof start !== 'object') return { is: 'click' };
  const { button, event } = start;
  if (button.hasPointerCapture(event.pointerId)) return { is: 'held', progress: notMoved };
  // The press has ended while this code was loading.
  return { is: releaseOutcome(performance.now() - event.timeStamp) === 'lock' ? 'click' : 'locked' };
}

/** Returns what the press is doing. A press that is released before the microphone has started does not send. */
export function useHold(start: VoiceBarProps['start'], { phase, ...handlers }: HoldPorts): Hold {
  const [hold, setHold] = useState(() => initialHold(start));
  const onCancel = useStableCallback(handlers.onCancel);
  const onRelease = useStableCallback(handlers.onRelease);
  const isActive = hold.is === 'held' && phase !== 'over';
  const isRecording = phase === 'recording';
  useEffect(() => {
    if (!isActive || typeof start !== 'object') return;
    const handlePointer = (event: PointerEvent) => {
      if (event.pointerId !== start.event.pointerId) return;
      if (event.type === 'pointermove') {
        const progress = holdProgress({
          forwards: (event.clientX - start.event.clientX) * directionSign(),
          down: event.clientY - start.event.clientY,
        });
        if (progress.cancel === 1) onCancel();
        else setHold(progress.lock === 1 ? { is: 'locked' } : { is: 'held', progress });
      } else if (event.type === 'pointerup') {
        const isLong = releaseOutcome(event.timeStamp - start.event.timeStamp) === 'send';
        setHold({ is: isLong && !isRecording ? 'locked' : 'click' });
        if (isLong && isRecording) onRelease();
      } else {
        // The browser has taken the pointer, for example to ask for the microphone: the recording goes on, locked.
        setHold({ is: 'locked' });
      }
    };
    const types = ['pointermove', 'pointerup', 'pointercancel'] as const;
    // A long press on a touch screen would open the context menu.
    const preventMenu = (event: Event) => event.preventDefault();
    for (const type of types) addEventListener(type, handlePointer);
    addEventListener('contextmenu', preventMenu);
    return () => {
      for (const type of types) removeEventListener(type, handlePointer);
      removeEventListener('contextmenu', preventMenu);
    };
  }, [isActive, isRecording, start, onCancel, onRelease]);
  return hold;
}
