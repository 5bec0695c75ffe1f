// Voice messages of an open conversation: their source, and the recording that was not sent.
import type { ConversationRow } from '@amber/client/rows';
import { engine } from '@amber/client/engine';
import { whenIdle } from '@amber/client/remote';
import { hostSound } from '@amber/client/sound';
import type { ComposerHandle, VoiceBarProps } from '@amber/conversation/Composer';
import type { LoadVoiceSource, VoiceSource } from '@amber/conversation/voiceSource';
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import { type ComponentType, type RefObject, useEffect, useState } from 'react';

const RecordingBar = loadOnOpen(
  async () => (await import(/* webpackChunkName: "files" */ '@amber/conversation/RecordingBar')).RecordingBar,
);

export interface Voice {
  load: LoadVoiceSource;
  /** The bar for the composer, which does not know where voice messages come from. */
  VoiceBar: ComponentType<VoiceBarProps>;
}

function createVoice(conversation: ConversationRow, saveDraft: () => void): Voice | null {
  const sound = hostSound();
  if (!sound) return null;
  let source: VoiceSource | undefined;
  const load: LoadVoiceSource = async () => {
    const { createVoiceSource } = await import(/* webpackChunkName: "files" */ './createVoiceSource.ts');
    return (source ??= createVoiceSource(conversation, sound));
  };
  return { load, VoiceBar: (props) => <RecordingBar {...props} loadSource={load} saveDraft={saveDraft} /> };
}

/**
 * Returns null in a host that cannot record. The conversation and `saveDraft`, which saves the draft of its text at once,
 * must stay the same while the component is mounted.
 */
export function useVoice(
  conversation: ConversationRow,
  composer: RefObject<ComposerHandle | null>,
  saveDraft: () => void,
): Voice | null {
  const [voice] = useState(() => createVoice(conversation, saveDraft));
  const { conversionId: conversationId } = conversation;
  useEffect(() => {
    if (!voice) return;
    void whenIdle()
      .then(() => engine.voiceDraft({ conversationId }))
      .then(
        (draft) => draft && composer.current?.showVoiceDraft(),
        () => {}, // the record button asks again
      );
  }, [voice, conversationId, composer]);
  return voice;
}
