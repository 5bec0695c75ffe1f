// The page for people who answer in a bot's place: the queue, and the chats that they have taken.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/engine';
import { useRemarks } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import type { AgentChat } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { BackLink } from '@amber/ui/BackLink';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { PersonIcon, ShieldIcon } from '@amber/ui/icons';
import { Page } from '@amber/ui/Page';
import { Panes } from '@amber/ui/Panes';
import { displayName } from '@amber/ui/personName';
import { formatDate } from '@amber/words/formats';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { AgentConversation } from './AgentConversation.tsx';
import { agentPath, handedBackState, takenState } from './agentPath.ts';
import { PolledStatus } from './PolledStatus.tsx';
import { fetchQueue, usePolling } from './usePolling.ts';
import { words as strings } from './words/gen/ai.ts';
import styles from './AgentPage.module.css';

const words = strings.agent;

/** The page at /ai/agent; `?chat=` is a chat that I have taken. */
export function AgentPage() {
  const [search] = useSearchParams();
  const cid = search.get('chat') ?? '';
  const { answer, fault, refetch } = usePolling(fetchQueue);
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, state } = useLocation();
  useEffect(() => {
    if (state === handedBackState) heading.current?.focus();
  }, [key, state]);
  if (answer && !answer.serves)
    return (
      <Page title={words.title} before={<BackLink to={paths.ai()} label={strings.back} />}>
        <EmptyState Icon={ShieldIcon} title={words.notYours} text={words.notYoursHint} />
      </Page>
    );
  const list = answer?.list ?? [];
  const mine = list.filter((chat) => chat.mine);
  const waiting = list.filter((chat) => !chat.mine);
  return (
    <Panes
      activePane={cid ? 'main' : 'list'}
      list={
        <section className={styles.list} aria-label={words.title}>
          <header className={styles.header}>
            <BackLink to={paths.ai()} label={strings.back} />
            <h1 ref={heading} className={styles.title} tabIndex={-1}>
              {words.title}
            </h1>
          </header>
          <PolledStatus answer={answer} fault={fault} refetch={() => void refetch()} rows={4} />
          {answer && list.length === 0 && (
            <div className={styles.narrow}>
              <EmptyState Icon={PersonIcon} title={words.none} text={words.noneHint} />
            </div>
          )}
          <Chats title={words.mine} chats={mine} openId={cid} onChanged={() => void refetch()} />
          <Chats title={words.waiting} chats={waiting} openId={cid} onChanged={() => void refetch()} />
        </section>
      }
      main={
        cid ? (
          <AgentConversation key={cid} conversationId={cid} onChanged={() => void refetch()} />
        ) : (
          <EmptyState
            Icon={PersonIcon}
            title={answer && list.length === 0 ? words.none : words.choose}
            text={words.lead}
          />
        )
      }
    />
  );
}

interface ChatsProps {
  title: string;
  chats: readonly AgentChat[];
  openId: string;
  onChanged(): void;
}

function Chats({ title, chats, openId, onChanged }: ChatsProps) {
  if (chats.length === 0) return null;
  return (
    <>
      <h2 className={styles.heading}>{title}</h2>
      <ul className={styles.rows}>
        {chats.map((chat) => (
          <li key={chat.conversationId}>
            <ChatRow chat={chat} isOpen={chat.conversationId === openId} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChatRow({ chat, isOpen, onChanged }: { chat: AgentChat; isOpen: boolean; onChanged(): void }) {
  const navigate = useNavigate();
  const [busy, act] = useAction();
  const { conversationId, person, botName, askedAt, mine } = chat;
  const name = displayName(person, useRemarks());
  const take = async () => {
    const isTaken = await act(() => api.aiBot.agentTake({ conversationId }));
    onChanged();
    if (isTaken) void navigate(agentPath(conversationId), { state: takenState });
  };
  const face = (
    <>
      <Avatar identifier={person?.identifier ?? ''} name={name} src={person?.avatar ?? ''} size={40} />
      <span className={styles.text}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.about}>{words.of({ bot: botName, time: formatDate(askedAt, 'time') })}</span>
      </span>
    </>
  );
  return mine ? (
    <Link className={styles.row} to={agentPath(conversationId)} aria-current={isOpen ? 'page' : undefined}>
      {face}
    </Link>
  ) : (
    <div className={styles.row}>
      {face}
      <Button variant="primary" busy={busy} aria-label={words.takeOf({ name })} onClick={() => void take()}>
        {words.take}
      </Button>
    </div>
  );
}
