// The page /calls: all calls of this account, newest first.
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { showError } from '@amber/client/showError';
import { hostSound } from '@amber/client/sound';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { formatDateTime, formatDay, formatTime } from '@amber/conversation/format';
import { useToday } from '@amber/conversation/useToday';
import { Avatar } from '@amber/ui/Avatar';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { CallIcon, IncomingCallIcon, MissedCallIcon, OutgoingCallIcon, VideoCallIcon } from '@amber/ui/callIcons';
import { Chips } from '@amber/ui/Chips';
import { EmptyState } from '@amber/ui/EmptyState';
import { IconButton } from '@amber/ui/IconButton';
import { LoadMore } from '@amber/ui/LoadMore';
import { Page } from '@amber/ui/Page';
import { formatDuration } from '@amber/words/formats';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { type CallGroup, groupCalls, readCalls } from './callEntries.ts';
import { words } from '../words/gen/calls.ts';
import styles from './Calls.module.css';

type Filter = 'all' | 'missed';
const filters = ['all', 'missed'] as const satisfies Filter[];

const pageSize = 50;

/** All calls, or the missed ones. */
export function Calls() {
  const me = useSession()?.identifier ?? '';
  const today = useToday();
  const [filter, setFilter] = useState<Filter>('all');
  const [count, setCount] = useState(pageSize);
  const live = useLive((db) => readCalls(db, { me, count, onlyMissed: filter === 'missed' }), [me, count, filter]);
  const { calls, hasMore } = live.status === 'ready' ? live.rows : { calls: [], hasMore: false };
  const days = useMemo(() => groupCalls(calls), [calls]);
  const choose = (chosen: Filter) => {
    setFilter(chosen);
    setCount(pageSize);
  };
  const isEmpty = live.status === 'ready' && calls.length === 0;
  return (
    <Page
      title={words.calls}
      actions={
        (!isEmpty || filter === 'missed') && (
          <Chips
            label={words.show}
            choices={filters.map((value) => ({ value, label: words.filters[value] }))}
            value={filter}
            onChange={choose}
          />
        )
      }
    >
      <QueryStatus request={live} rows={8} />
      {days.map(({ day, groups }) => (
        <section key={day} aria-label={formatDay(day, today)}>
          <h2 className={styles.day}>{formatDay(day, today)}</h2>
          <ul>
            {groups.map((group) => (
              <li key={group.call.callId} className={styles.item}>
                <Row {...group} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasMore && <LoadMore key={count} onLoadMore={() => setCount(count + pageSize)} />}
      {isEmpty && filter === 'all' && (
        <EmptyState
          Icon={CallIcon}
          title={words.none}
          text={words.noneHint}
          action={
            <ButtonLink variant="primary" to={paths.contacts()}>
              {words.choosePerson}
            </ButtonLink>
          }
        />
      )}
      {isEmpty && filter === 'missed' && (
        <EmptyState Icon={MissedCallIcon} title={words.noneMissed} text={words.noneMissedHint} />
      )}
    </Page>
  );
}

/** A link to the call's line in its chat, and the button that calls the person in the same way. */
function Row({ call: { callId, profile, kind, isMine, isVideo, at, duration }, count }: CallGroup) {
  const { id: cid, identifier, name, avatar } = profile;
  const calls = hostSound()?.calls;
  const Icon = kind === 'missed' ? MissedCallIcon : isMine ? OutgoingCallIcon : IncomingCallIcon;
  const label = words.kinds[kind];
  return (
    <>
      <Link className={styles.row} to={paths.message({ cid, message: callId })} data-kind={kind}>
        <Avatar identifier={identifier} name={name} src={avatar} size={40} />
        <span className={styles.text}>
          <span className={styles.name}>
            <span className={styles.who} dir="auto">
              {name}
            </span>
            {count > 1 && (
              <>
                {' '}
                <span aria-label={words.count({ count })} role="img">
                  ({count})
                </span>
              </>
            )}
          </span>
          <span className={styles.about}>
            <Icon />
            {duration > 0 ? words.lasted({ kind: label, length: formatDuration(duration) }) : label}
          </span>
        </span>
        <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
          {formatTime(at)}
        </time>
      </Link>
      {calls && (
        <IconButton
          label={isVideo ? words.videoCallBack({ name }) : words.callBack({ name })}
          Icon={isVideo ? VideoCallIcon : CallIcon}
          onClick={() => void calls.start({ conversationId: cid, identifier, video: isVideo }).catch(showError)}
        />
      )}
    </>
  );
}
