// Join requests, for the owner of a space.
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import type { SpaceRow } from '@amber/client/rows';
import { api, engine, showToast } from '@amber/client/engine';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { formatDay, formatShort } from '@amber/conversation/format';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { useToday } from '@amber/conversation/useToday';
import type { JoinApply } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { PersonAddIcon } from '@amber/ui/moreIcons';
import { displayName } from '@amber/ui/personName';
import { PersonLine } from '@amber/ui/PersonLine';
import { useRef, useState } from 'react';
import { words as strings } from '../words/gen/channels.ts';
import styles from './JoinRequests.module.css';

const words = strings.requests;

/** Oldest first. Refetched when the gateway reports a change of the space. */
export function JoinRequests({ space: { spaceId, joinApplyCount = 0 } }: { space: SpaceRow }) {
  const [request, refetch] = useQuery(
    async () => (await api.groupChat.queryJoinApplies({ spaceId })).list,
    [spaceId, joinApplyCount],
  );
  const list = useRef<HTMLElement>(null);
  const handleAnswered = () => {
    refetch();
    // The focused row disappears, so the list gets the focus.
    list.current?.focus();
  };
  return (
    <section ref={list} className={styles.queue} aria-label={words.list} tabIndex={-1}>
      <QueryStatus request={request} refetch={refetch} rows={3} />
      {request.status === 'ready' && request.answer.length === 0 && (
        <EmptyState Icon={PersonAddIcon} title={words.none} text={words.noneText} />
      )}
      {request.status === 'ready' && request.answer.length > 0 && (
        <ul>
          {request.answer.map((apply) => (
            <li key={apply.userInfo!.identifier}>
              <Request apply={apply} onAnswered={handleAnswered} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Request({ apply, onAnswered }: { apply: JoinApply; onAnswered(): void }) {
  const today = useToday();
  const [busy, act] = useAction();
  const [pendingAnswer, setPendingAnswer] = useState<'agree' | 'refuse'>('agree');
  const { spaceId, userInfo, message, applyTime } = apply;
  const { identifier, avatar } = userInfo!;
  const name = displayName(userInfo, useRemarks()) || strings.someone;
  async function answer(operate: 'agree' | 'refuse'): Promise<void> {
    setPendingAnswer(operate);
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
        variant="text"
        to={paths.profile({ identifier })}
        identifier={identifier}
        name={name}
        avatar={avatar}
        requestTime={{ at: applyTime, label: formatShort(applyTime, today) }}
        message={message}
      >
        <span className={styles.until}>{words.until({ day: formatDay(applyTime + limits.joinApplyTtl, today) })}</span>
      </PersonLine>
      <span className={styles.answers}>
        <Button
          variant="primary"
          aria-label={words.acceptOf({ name })}
          busy={busy && pendingAnswer === 'agree'}
          onClick={() => void answer('agree')}
        >
          {words.accept}
        </Button>
        <Button
          aria-label={words.declineOf({ name })}
          busy={busy && pendingAnswer === 'refuse'}
          onClick={() => void answer('refuse')}
        >
          {words.decline}
        </Button>
      </span>
    </article>
  );
}
