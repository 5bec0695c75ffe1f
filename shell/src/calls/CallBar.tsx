// The call of this page, above whatever is on screen: it stays while one moves through the app.
import { conversationName } from '@amber/client/conversationName';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { otherPerson } from '@amber/client/rows';
import { useSession } from '@amber/client/session';
import { useBehaviorSubject } from '@amber/client/useBehaviorSubject';
import { Fault } from '@amber/proto/faults';
import { Avatar } from '@amber/ui/Avatar';
import { CallIcon, EndCallIcon, MicrophoneOffIcon } from '@amber/ui/callIcons';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon, MicrophoneIcon } from '@amber/ui/icons';
import { useNow } from '@amber/ui/useNow';
import { formatDuration } from '@amber/words/formats';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { words } from '../words/gen/call.ts';
import type { CallState } from './callState.ts';
import { calls } from './pageCalls.ts';
import { useCallAlert } from './useCallAlert.ts';
import styles from './CallBar.module.css';

const second = 1_000;

function Length({ since }: { since: number }) {
  const now = useNow(second);
  return <span dir="ltr">{formatDuration(Math.floor(Math.max(0, now - since) / second) * second)}</span>;
}

/** What a screen reader announces. The length would be announced each second. */
function statusOf({ status, end, fault, connectedAt, isMicrophoneLost }: CallState): ReactNode {
  if (status === 'ended') return fault ? getErrorMessage(new Fault(fault)) : words.ended[end ?? 'hungUp'];
  if (isMicrophoneLost) return words.microphoneLost;
  return status === 'connected' ? <Length since={connectedAt} /> : words.status[status];
}

/** A box above the content of the page, which has the order that it has on screen. */
function useBox(): HTMLElement {
  const [box] = useState(() => document.createElement('div'));
  useEffect(() => {
    const content = document.getElementById('content');
    if (content) content.before(box);
    else document.body.prepend(box);
    return () => box.remove();
  }, [box]);
  return box;
}

function OpenCall({ call }: { call: CallState }) {
  const me = useSession()?.identifier ?? '';
  const { conversationId, identifier, status, isMuted } = call;
  const found = useLive((db) => db.conversations.get(conversationId), [conversationId]);
  const conversation = found.status === 'ready' ? found.rows : undefined;
  const name = (conversation && conversationName(conversation, me)) || words.somebody;
  const box = useBox();
  useCallAlert(call, conversation, name);
  const isIncoming = status === 'incoming';
  const isOver = status === 'ended';
  return createPortal(
    <section className={styles.bar} aria-label={words.region} data-status={status}>
      <Link className={styles.who} to={paths.conversation({ cid: conversationId, sid: '' })}>
        <Avatar
          identifier={identifier}
          name={name}
          src={conversation && otherPerson(conversation, me)?.avatar}
          size={40}
        />
        <span className={styles.about}>
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.status} role={isIncoming ? 'alert' : status === 'connected' ? undefined : 'status'}>
            {statusOf(call)}
          </span>
        </span>
      </Link>
      {isIncoming && (
        <button type="button" className={styles.accept} onClick={() => void calls.accept()}>
          <CallIcon />
          <span>{words.accept}</span>
        </button>
      )}
      {!isIncoming && !isOver && (
        <IconButton
          label={isMuted ? words.unmute : words.mute}
          Icon={isMuted ? MicrophoneOffIcon : MicrophoneIcon}
          aria-pressed={isMuted}
          className={styles.tool}
          onClick={() => calls.setMuted(!isMuted)}
        />
      )}
      {isOver ? (
        <IconButton label={words.close} Icon={CloseIcon} className={styles.tool} onClick={calls.hide} />
      ) : (
        <button
          type="button"
          className={styles.end}
          onClick={() => {
            calls.hangUp();
            // The button disappears.
            document.getElementById('content')?.focus({ preventScroll: true });
          }}
        >
          <EndCallIcon />
          <span>{isIncoming ? words.decline : words.end}</span>
        </button>
      )}
    </section>,
    box,
  );
}

/** Renders nothing without a call. */
export function CallBar() {
  const call = useBehaviorSubject(calls.state$);
  return call && <OpenCall call={call} />;
}
