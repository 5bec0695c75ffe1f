// How to join a space: directly, by request, or only with a new invitation.
import { useAct } from '@amber/client/act';
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
import { words as strings } from '../words/gen/channels.ts';
import styles from './JoinActions.module.css';

const words = strings.join;

/** The parts of an invitation link. */
export interface JoinLink {
  spaceId: string;
  conversationId: string;
  inviterId: string;
  invitation: string;
}

interface JoinActionsProps {
  detail: QuerySpaceDetailReply;
  link: JoinLink;
  /** On the button that joins directly. */
  label: string;
  again(): void;
}

/** For people with a session. */
export function JoinActions({ detail, link, label, again }: JoinActionsProps) {
  const { spaceInfo, wayIn, wasRemoved, joinApply } = detail;
  const { spaceId, conversationId } = link;
  const today = useToday();
  const [now] = useState(() => Date.now());
  if (spaceInfo!.isMember)
    return (
      <ButtonLink
        look="primary"
        to={conversationId ? paths.room({ sid: spaceId, cid: conversationId }) : paths.space({ sid: spaceId })}
      >
        {strings.about.open}
      </ButtonLink>
    );
  if (wayIn === 'direct') return <JoinButton {...link} label={label} />;
  if (joinApply?.status === 'applying')
    return (
      <State Icon={ClockIcon} title={words.asked}>
        {words.askedText}
      </State>
    );
  if (wayIn === 'closed') return wasRemoved && <p className={styles.why}>{words.removedClosed}</p>;
  if (joinApply?.status === 'refused' && joinApply.againAt > now) {
    return (
      <State Icon={CloseIcon} title={words.declined}>
        {words.declinedText({ day: formatDay(joinApply.againAt, today) })}
      </State>
    );
  }
  return (
    <Ask why={whyOf(joinApply, wasRemoved)} link={link} label={joinApply ? words.askAgain : words.ask} again={again} />
  );
}

const whyOf = (joinApply: JoinApply | null, wasRemoved: boolean): string =>
  words.why({ last: joinApply?.status ?? 'none', by: wasRemoved ? 'removal' : 'approval' });

function State({ Icon, title, children }: { Icon: typeof ClockIcon; title: string; children: ReactNode }) {
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

function Ask({
  why,
  link: { spaceId, inviterId, invitation },
  label,
  again,
}: {
  why: string;
  link: JoinLink;
  label: string;
  again(): void;
}) {
  const [message, setMessage] = useState('');
  const [busy, act] = useAct();
  const ask = (event: FormEvent) => {
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
      again();
    });
  };
  return (
    <form className={styles.ask} onSubmit={ask} aria-label={words.ask}>
      <p className={styles.why}>{why}</p>
      <TextArea
        label={words.message}
        hint={words.messageHint}
        value={message}
        rows={2}
        maxLength={limits.joinApplyMessageMax}
        onChange={(event) => setMessage(event.target.value)}
      />
      <div>
        <Button type="submit" look="primary" busy={busy}>
          {label}
        </Button>
      </div>
    </form>
  );
}
