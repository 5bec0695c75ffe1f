// The list of bots beside the chat.
import { useQuery } from '@amber/client/useQuery';
import { engine } from '@amber/client/engine';
import { useLive } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { stripMarkdown } from '@amber/conversation/stripMarkdown';
import { Avatar } from '@amber/ui/Avatar';
import { Badge } from '@amber/ui/Badge';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { direction } from '@amber/ui/direction';
import { EmptyState } from '@amber/ui/EmptyState';
import { AddIcon, PersonIcon } from '@amber/ui/icons';
import { AiIcon } from '@amber/ui/moreIcons';
import { Skeleton } from '@amber/ui/Skeleton';
import { Tag } from '@amber/ui/Tag';
import { VisuallyHidden } from '@amber/ui/VisuallyHidden';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { agentPath } from './agentPath.ts';
import { botEntries, readBots, type BotEntry } from './botEntries.ts';
import { PolledStatus } from './PolledStatus.tsx';
import { fetchQueue, usePolling } from './usePolling.ts';
import { words } from './words/gen/ai.ts';
import styles from './BotList.module.css';

/** `openId` is the id of the open chat; `children` follow the list. */
export function BotList({ openId, children }: { openId: string | undefined; children: ReactNode }) {
  const me = useSession()?.identifier ?? '';
  const live = useLive(readBots, []);
  const [request, refetch] = useQuery(() => engine.refreshBots({}), []);
  const entries = live.status === 'ready' ? botEntries(...live.rows, me) : [];
  const isEmpty = entries.length === 0;
  return (
    <nav className={styles.list} aria-label={words.companions}>
      <header className={styles.header}>
        <h1 className={styles.title}>{words.ai}</h1>
        <ButtonLink to={paths.createBot()} variant="quiet">
          <AddIcon />
          {words.create}
        </ButtonLink>
      </header>
      <AgentLink />
      {isEmpty && (live.status === 'loading' || request.status === 'loading') && <Skeleton rows={4} />}
      {request.status === 'error' && (
        <PolledStatus answer={isEmpty ? null : entries} fault={request.fault} refetch={refetch} />
      )}
      {isEmpty && request.status === 'ready' && live.status === 'ready' && (
        <EmptyState Icon={AiIcon} title={words.none} text={words.noneHint} />
      )}
      <ul className={styles.rows}>
        {entries.map((entry) => (
          <li key={entry.aiBotId}>
            <BotRow
              entry={entry}
              isOpen={openId !== undefined && [entry.conversationId, entry.aiBotId].includes(openId)}
            />
          </li>
        ))}
      </ul>
      {children && <div className={styles.more}>{children}</div>}
    </nav>
  );
}

function BotRow({ entry, isOpen }: { entry: BotEntry; isOpen: boolean }) {
  const { aiBotId, name, avatar, bot, conversationId, unread, isMarked, preview, isByAi } = entry;
  const about = preview ? stripMarkdown(preview) : bot ? words.about[bot.type] : '';
  return (
    <Link
      className={styles.row}
      to={paths.bot({ cid: conversationId || aiBotId })}
      aria-current={isOpen ? 'page' : undefined}
      aria-describedby={`bot-${aiBotId}`}
      data-unread={unread > 0 || undefined}
    >
      <VisuallyHidden>
        {words.unread({ name: bot ? words.named({ name, kind: words.aiKinds[bot.type] }) : name, count: unread })}
      </VisuallyHidden>
      <Avatar identifier={aiBotId} name={name} src={avatar} size={40} />
      <span className={styles.text} aria-hidden="true">
        <span className={styles.line}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {bot && <Tag>{words.aiKinds[bot.type]}</Tag>}
        </span>
        <span className={styles.line}>
          <span className={styles.preview} dir="auto" id={`bot-${aiBotId}`}>
            {preview && isByAi && <span dir={direction()}>{words.aiSaid}</span>}
            {about}
          </span>
          <Badge count={unread} marked={isMarked} />
        </span>
      </span>
    </Link>
  );
}

/** A link for people who may answer in a bot's place. */
function AgentLink() {
  const { answer } = usePolling(fetchQueue);
  if (!answer?.serves) return null;
  const waiting = answer.list.filter(({ mine }) => !mine).length;
  return (
    <div className={styles.agent}>
      <Link className={styles.row} to={agentPath()}>
        <span className={styles.icon}>
          <PersonIcon />
        </span>
        <span className={styles.text}>
          <span className={styles.name}>{words.agent.title}</span>
        </span>
        <VisuallyHidden>{words.agent.waitingCount({ count: waiting })}</VisuallyHidden>
        <Badge count={waiting} />
      </Link>
    </div>
  );
}
