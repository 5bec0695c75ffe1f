// The ways to join a space: directly, by request, or only with a new invitation.
import { useAction } from '@amber/client/useAction';
import { api, engine, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { formatDay } from '@amber/conversation/format';
import { useToday } from '@amber/conversation/useToday';
import type { JoinApply, QuerySpaceDetailReply } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { ClockIcon, CloseIcon } from '@amber/ui/icons';
import { TextArea } from '@amber/ui/TextArea';
import { type FormEvent, type ReactNode, useState } from 'react';
import { JoinButton } from './JoinButton.tsx';
import type { JoinLink } from './joinIntent.ts';
import { words as strings } from '../words/gen/channels.ts';
import styles from './JoinActions.module.css';

const words = strings.join;

export interface JoinActionsProps {
  detail: QuerySpaceDetailReply;
  link: JoinLink;
  /** The label of the button that joins directly. */
  label: string;
  refetch(): void;
}

/** Rendered only for people with a session. */
export function JoinActions({ detail, link, label, refetch }: JoinActionsProps) {
  const { spaceInfo, wayIn, wasRemoved, joinApply } = detail;
  const { spaceId, conversationId } = link;
  const today = useToday();
  const [now] = useState(() => Date.now());
  if (spaceInfo!.isMember)
    return (
      <ButtonLink
        variant="primary"
        to={conversationId ? paths.room({ sid: spaceId, cid: conversationId }) : paths.space({ sid: spaceId })}
      >
        {strings.about.open}
      </ButtonLink>
    );
  if (wayIn === 'direct') return <JoinButton link={link} label={label} />;
  if (joinApply?.status === 'applying')
    return (
      <StatusNote Icon={ClockIcon} title={words.asked}>
        {words.askedText}
      </StatusNote>
    );
  if (wayIn === 'closed') return wasRemoved && <p className={styles.why}>{words.removedClosed}</p>;
  if (joinApply?.status === 'refused' && joinApply.againAt > now) {
    return (
      <StatusNote Icon={CloseIcon} title={words.declined}>
        {words.declinedText({ day: formatDay(joinApply.againAt, today) })}
      </StatusNote>
    );
  }
  return (
    <JoinRequestForm
      reason={reasonText(joinApply, wasRemoved)}
      link={link}
      label={joinApply ? words.askAgain : words.ask}
      refetch={refetch}
    />
  );
}

const reasonText = (joinApply: JoinApply | null, wasRemoved: boolean): string =>
  words.why({ last: joinApply?.status ?? 'none', by: wasRemoved ? 'removal' : 'approval' });

function StatusNote({ Icon, title, children }: { Icon: typeof ClockIcon; title: string; children: ReactNode }) {
  return (
    <div className={styles.state} role="status">
      <span className={styles.icon} aria-hidden="true">
        <Icon />
      </span>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.why}>{children}</p>
      </div>
    </div>
  );
}

function JoinRequestForm({ reason, link, label, refetch }: Omit<JoinActionsProps, 'detail'> & { reason: string }) {
  const { spaceId, inviterId, invitation } = link;
  const [message, setMessage] = useState('');
  const [busy, act] = useAction();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      const { joinApply } = await api.conversation.joinGroupConversation({
        spaceId,
        fromIdentifier: inviterId,
        invitation,
        message,
      });
      // The space no longer requires approval.
      if (!joinApply) {
        showToast('success', words.joined);
        await engine.refreshSpace({ spaceId });
      }
      refetch();
    });
  };
  return (
    <form className={styles.ask} onSubmit={submit} aria-label={words.ask}>
      <p className={styles.why}>{reason}</p>
      <TextArea
        label={words.message}
        hint={words.messageHint}
        value={message}
        rows={2}
        maxLength={limits.joinApplyMessageMax}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {label}
        </Button>
      </div>
    </form>
  );
}
