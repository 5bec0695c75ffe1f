// Reading aloud in an open conversation; its code is loaded when the first message is read.
import type { ConversationRow } from '@amber/client/rows';
import { hostSound } from '@amber/client/sound';
import type { ReadAloudSource, TimelineProps } from '@amber/conversation/Timeline';
import { useState } from 'react';

function createLoader(conversation: ConversationRow): TimelineProps['loadReadAloud'] {
  const speech = hostSound()?.speech;
  if (!speech) return undefined;
  let source: ReadAloudSource | undefined;
  return async () => {
    const { createReadAloud } = await import(/* webpackChunkName: "dialogs" */ './createReadAloud.ts');
    return (source ??= createReadAloud(conversation, speech));
  };
}

/** Returns undefined in a host that cannot read aloud. The conversation must stay the same while it is mounted. */
export function useReadAloud(conversation: ConversationRow): TimelineProps['loadReadAloud'] {
  const [load] = useState(() => createLoader(conversation));
  return load;
}
