// The reader of a timeline, which also knows the long messages that are shown as a whole.
import { useMemo, useState } from 'react';
import { emptyAnswerSource } from '../kit/answerSource.ts';
import { createReader, type Reader } from '../kit/reader.ts';
import { useStableCallback } from '../kit/useStableCallback.ts';
import type { TimelineProps } from './timelineProps.ts';

interface TimelineReaderPorts extends Pick<Reader, 'onReadAloud' | 'onJump' | 'onOpenPicture'> {
  /** Called before a long message is shown as a whole. */
  onUnfold(): void;
}

/** Returns the same reader until one of its values changes. The ports must be stable, except `onUnfold`. */
export function useTimelineReader(
  {
    me,
    people,
    encrypted = false,
    deviceCount = 0,
    files,
    answers = emptyAnswerSource,
    loadVoice,
    message$,
  }: TimelineProps,
  { onReadAloud, onJump, onOpenPicture, onUnfold }: TimelineReaderPorts,
): Reader {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const unfold = useStableCallback((id: string) => {
    onUnfold();
    setUnfolded(new Set([...unfolded, id]));
  });
  return useMemo(
    () =>
      createReader(me, people, {
        protection: { encrypted, deviceCount },
        files,
        answers,
        loadVoice,
        onReadAloud,
        message$,
        onJump(id, origin, part) {
          if (part) unfold(id);
          onJump(id, origin, part);
        },
        onOpenPicture,
        isUnfolded: (id) => unfolded.has(id),
        onUnfold: unfold,
      }),
    [
      me,
      people,
      encrypted,
      deviceCount,
      files,
      answers,
      loadVoice,
      message$,
      onReadAloud,
      onJump,
      onOpenPicture,
      unfold,
      unfolded,
    ],
  );
}
