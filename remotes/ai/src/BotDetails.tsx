// The panel beside a chat with a bot: its profile, its memories of me, and the settings that I may change.
import { type ConversationRow, otherPerson } from '@amber/client/rows';
import { paths } from '@amber/client/paths';
import { lazyScreen } from '@amber/client/remote';
import { useSession } from '@amber/client/session';
import { AskHuman } from '@amber/conversation-screen/AskHuman';
import { ChatActions } from '@amber/conversation-screen/ChatActions';
import { useBot } from '@amber/conversation-screen/useBot';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { isFromChat } from '@amber/conversation-screen/fromDetails';
import { Avatar } from '@amber/ui/Avatar';
import { IconButton } from '@amber/ui/IconButton';
import { CloseIcon } from '@amber/ui/icons';
import { Skeleton } from '@amber/ui/Skeleton';
import { Tag } from '@amber/ui/Tag';
import { useLayer } from '@amber/ui/useLayer';
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { charactersOf, displayNameOf } from './botNames.ts';
import { MemoryList } from './MemoryList.tsx';
import { words } from './words/gen/ai.ts';
import styles from './BotDetails.module.css';

const SavedBackground = lazyScreen(
  async () => (await import(/* webpackChunkName: "create" */ './SavedBackground.tsx')).SavedBackground,
);

export function BotDetails({ conversation }: { conversation: ConversationRow }) {
  const me = useSession()?.identifier ?? '';
  const other = otherPerson(conversation, me);
  const bot = useBot(other?.identifier ?? '');
  const [isChoosing, setIsChoosing] = useState(false);
  const navigate = useNavigate();
  const { state } = useLocation();
  // Back must not open it again.
  const close = () =>
    isFromChat(state) ? navigate(-1) : navigate(paths.bot({ cid: conversation.conversionId }), { replace: true });
  const layer = useLayer<HTMLElement>(close, { hasAddress: true });
  const name = bot ? displayNameOf(bot) : (other?.lastName ?? '');
  return (
    <aside {...layer} className={styles.panel} aria-label={words.details} data-tab-group>
      <header className={styles.header}>
        <h2 className={styles.title}>{words.details}</h2>
        <IconButton label={words.close} Icon={CloseIcon} onClick={close} />
      </header>
      <div className={styles.scroll}>
        <div className={styles.face}>
          <Avatar identifier={other?.identifier ?? ''} name={name} src={bot?.avatar ?? ''} size={96} />
          <p className={styles.name} dir="auto">
            {name}
          </p>
          {bot && <p className={styles.muted}>{words.aiKinds[bot.type]}</p>}
          <ChatActions conversation={conversation} path={paths.bot({ cid: conversation.conversionId })} />
        </div>
        {bot && (
          <>
            {bot.type === 'clone' && bot.owner !== me && (
              <p className={styles.muted}>{words.cloneOf({ name: bot.ownerName })}</p>
            )}
            <ul className={styles.characters}>
              {charactersOf(bot).map((character) => (
                <li key={character}>{character}</li>
              ))}
            </ul>
            <p className={styles.muted}>{words.computedBy({ provider: bot.provider })}</p>
            {bot.voiceCloned && (
              <p className={styles.muted}>
                <Tag>{words.aiVoice}</Tag> {words.aiVoiceOf({ name: bot.ownerName })}
              </p>
            )}
            {bot.owner === me && !bot.removed && (
              <>
                <ButtonLink to={paths.editBot({ aiBotId: bot.aiBotId })}>{words.edit}</ButtonLink>
                <Button aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)}>
                  {words.changeBackground}
                </Button>
                {isChoosing && (
                  <Suspense fallback={<Skeleton rows={3} />}>
                    <SavedBackground bot={bot} />
                  </Suspense>
                )}
              </>
            )}
            {bot.hasHumans && <AskHuman conversationId={conversation.conversionId} name={name} />}
            <MemoryList aiBotId={bot.aiBotId} />
          </>
        )}
      </div>
    </aside>
  );
}
