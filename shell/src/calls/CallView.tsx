// What a page shows of its call: a bar and, where there are pictures, a window that is large or small.
import { conversationName } from '@amber/client/conversationName';
import { useLive } from '@amber/client/live';
import { otherPerson } from '@amber/client/rows';
import { useSession } from '@amber/client/session';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { useState } from 'react';
import { words } from '../words/gen/call.ts';
import { CallBar } from './CallBar.tsx';
import { CallControls } from './CallControls.tsx';
import { CallDevices } from './CallDevices.tsx';
import type { CallState } from './callState.ts';
import { CallWindow } from './CallWindow.tsx';
import { calls } from './pageCalls.ts';
import { SmallPicture } from './SmallPicture.tsx';
import { useCallAlert } from './useCallAlert.ts';

function OpenCall({ call }: { call: CallState }) {
  const me = useSession()?.identifier ?? '';
  const { conversationId, status } = call;
  const found = useLive((db) => db.conversations.get(conversationId), [conversationId]);
  const conversation = found.status === 'ready' ? found.rows : undefined;
  const name = (conversation && conversationName(conversation, me)) || words.somebody;
  const avatar = conversation && otherPerson(conversation, me)?.avatar;
  // A video call that this person makes begins large.
  const [isLarge, setIsLarge] = useState(call.camera !== 'off');
  const [isChoosing, setIsChoosing] = useState(false);
  useCallAlert(call, conversation, name);
  const isOver = status === 'ended';
  const controls = <CallControls call={call} onCamera={() => setIsLarge(true)} onDevices={() => setIsChoosing(true)} />;
  return (
    <>
      {isLarge && !isOver ? (
        <CallWindow call={call} name={name} avatar={avatar} onShrink={() => setIsLarge(false)}>
          {controls}
        </CallWindow>
      ) : (
        <>
          <CallBar call={call} name={name} avatar={avatar} onAccept={() => setIsLarge(call.isVideo)}>
            {controls}
          </CallBar>
          <SmallPicture call={call} name={name} onEnlarge={() => setIsLarge(true)} />
        </>
      )}
      <CallDevices open={isChoosing && !isOver} onClose={() => setIsChoosing(false)} />
    </>
  );
}

/** Renders nothing without a call. */
export function CallView() {
  const call = useBehaviorSubject(calls.state$);
  return call && <OpenCall key={call.callId} call={call} />;
}
