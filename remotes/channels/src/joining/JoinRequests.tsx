// Join requests, for the owner of a space.
import { useAct } from '@amber/client/act';
import { useAsk } from '@amber/client/ask';
import type { SpaceRow } from '@amber/client/db';
import { api, engine, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { sentenceOf } from '@amber/client/sentenceOf';
import { formatDay, formatShort } from '@amber/conversation/format';
import { useToday } from '@amber/conversation/useToday';
import type { JoinApply } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { PersonAddIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { PersonLine } from '@amber/ui/PersonLine';
import { Skeleton } from '@amber/ui/Skeleton';
import { useRef, useState } from 'react';
import { words as strings } from '../words/gen/channels.ts';
import styles from './JoinRequests.module.css';

const words = strings.requests;

/** Oldest first. Refetched when the gateway reports a change of the space. */
export function JoinRequests({ space: { spaceId, joinApplyCount = 0 } }: { space: SpaceRow }) {
  const [asked, again] = useAsk(
    async () => (await api.groupChat.queryJoinApplies({ spaceId })).list,
    [spaceId, joinApplyCount],
  );
  const list = useRef<HTMLElement>(null);
  const answered = () => {
    again();
    // The focused row disappears.
    list.current?.focus();
  };
  return (
    <section ref={list} className={styles.queue} aria-label={words.list} tabIndex={-1}>
      {asked.status === 'loading' && <Skeleton rows={3} />}
      {asked.status === 'error' && (
        <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={again} />
      )}
      {asked.status === 'ready' && asked.answer.length === 0 && (
        <EmptyState Icon={PersonAddIcon} title={words.none} text={words.noneText} />
      )}
      {asked.status === 'ready' && asked.answer.length > 0 && (
        <ul>
          {asked.answer.map((apply) => (
            <li key={apply.userInfo!.identifier}>
              <Request apply={apply} onAnswered={answered} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Request({
  apply: { spaceId, userInfo, message, applyTime },
  onAnswered,
}: {
  apply: JoinApply;
  onAnswered(): void;
}) {
  const today = useToday();
  const [busy, act] = useAct();
  const [doing, setDoing] = useState<'agree' | 'refuse'>('agree');
  const { identifier, avatar, lastName } = userInfo!;
  const name = lastName || strings.someone;
  async function answer(operate: 'agree' | 'refuse'): Promise<void> {
    setDoing(operate);
    const done = await act(async () => {
      await api.groupChat.operateJoinApply({ spaceId, identifier, operate });
      showToast('success', (operate === 'agree' ? words.accepted : words.declined)({ name }));
      await engine.refreshSpace({ spaceId });
    });
    if (done) onAnswered();
  }
  return (
    <article className={styles.request} aria-label={name}>
      <PersonLine
        look="text"
        to={paths.profile({ identifier })}
        identifier={identifier}
        name={name}
        avatar={avatar}
        asked={{ at: applyTime, shown: formatShort(applyTime, today) }}
        message={message}
      >
        <span className={styles.until}>{words.until({ day: formatDay(applyTime + limits.joinApplyFor, today) })}</span>
      </PersonLine>
      <span className={styles.answers}>
        <Button
          look="primary"
          aria-label={words.acceptOf({ name })}
          busy={busy && doing === 'agree'}
          onClick={() => void answer('agree')}
        >
          {words.accept}
        </Button>
        <Button
          aria-label={words.declineOf({ name })}
          busy={busy && doing === 'refuse'}
          onClick={() => void answer('refuse')}
        >
          {words.decline}
        </Button>
      </span>
    </article>
  );
}
