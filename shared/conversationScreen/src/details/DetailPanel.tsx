// The details of a chat: who it is, with its settings and all its members as further pages.
import type { ConversationRow } from '@amber/client/rows';
import { paths } from '@amber/client/paths';
import { lazyScreen } from '@amber/client/remote';
import { IconButton } from '@amber/ui/IconButton';
import { BackIcon, CloseIcon } from '@amber/ui/icons';
import { Skeleton } from '@amber/ui/Skeleton';
import { useLayer } from '@amber/ui/useLayer';
import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ChatSettings } from './ChatSettings.tsx';
import { isFromChat, isFromDetails } from './fromDetails.ts';
import { GroupDetails } from './GroupDetails.tsx';
import { GroupSettings } from './GroupSettings.tsx';
import { MemberDetails } from './MemberDetails.tsx';
import { PersonDetails } from './PersonDetails.tsx';
import { isPerson, personPath } from './personPath.ts';
import { RoomDetails } from './RoomDetails.tsx';
import { useGroup } from './useGroup.ts';
import { words } from '../words/gen/details.ts';
import styles from './DetailPanel.module.css';

/** A separate chunk, so that the panel shares less with the conversation and is no part of the first load. */
const AllMembers = lazyScreen(
  async () => (await import(/* webpackChunkName: "members" */ './AllMembers.tsx')).AllMembers,
);

interface DetailPanelProps {
  conversation: ConversationRow;
  me: string;
}

/** The pages of the panel, each with the word of its title. */
const pages = { members: 'allMembers', settings: 'settings', person: 'profile' } as const;
type Page = keyof typeof pages;

/** Returns the page that `details` in the address names; null for the first one. */
function pageOf(details: string, { type }: ConversationRow): Page | null {
  if (details === 'settings') return details;
  if (type !== 'group') return null;
  if (isPerson(details)) return 'person';
  return details === 'members' ? details : null;
}

/** The members are read from the database, and rendered some frames after the page. */
const framesUntilRead = 30;

/**
 * Moves the focus into a new page, and back to the link that led to it: what had the focus is gone. A focus outside the
 * panel stays.
 */
function usePageFocus(panel: RefObject<HTMLElement | null>, page: string | null): void {
  const before = useRef(page);
  useEffect(() => {
    const from = before.current;
    before.current = page;
    const { activeElement } = document;
    const here = panel.current;
    if (!here || from === page || !(activeElement === document.body || here.contains(activeElement))) return undefined;
    const target = page ? 'header button' : `a[href$="details=${from}"]`;
    let frame = 0;
    const tryFocus = (framesLeft: number) => {
      const element = here.querySelector<HTMLElement>(target);
      element?.focus({ preventScroll: true });
      if (!element && framesLeft > 0) frame = requestAnimationFrame(() => tryFocus(framesLeft - 1));
    };
    tryFocus(framesUntilRead);
    return () => cancelAnimationFrame(frame);
  }, [panel, page]);
}

/** The panel 'Details'. Escape and Back leave one page after the other; the URL decides which is open. */
export function DetailPanel({ conversation, me }: DetailPanelProps) {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const details = new URLSearchParams(search).get('details') ?? '';
  const page = pageOf(details, conversation);
  const pathParams = { cid: conversation.conversionId, sid: conversation.spaceId };
  // Back must not open it again.
  const close = () => (isFromChat(state) ? navigate(-1) : navigate(paths.conversation(pathParams), { replace: true }));
  const goBack = () =>
    isFromDetails(state) ? navigate(-1) : navigate(paths.details(pathParams), { replace: true, state });
  const layer = useLayer<HTMLElement>(() => (page ? goBack() : close()), { hasAddress: true });
  usePageFocus(layer.ref, page && details);
  return (
    <aside {...layer} className={styles.panel} aria-label={words.details} data-tab-group>
      <header className={styles.header}>
        {page && <IconButton label={words.backToDetails} Icon={BackIcon} onClick={goBack} />}
        <h2 className={styles.title}>{words[page ? pages[page] : 'details']}</h2>
        <IconButton label={words.close} Icon={CloseIcon} onClick={close} />
      </header>
      {page === 'members' ? (
        <EveryMember conversation={conversation} me={me} />
      ) : (
        <div key={page && details} className={styles.scroll}>
          {page === 'settings' ? (
            <Settings conversation={conversation} me={me} />
          ) : page === 'person' ? (
            <MemberDetails conversation={conversation} identifier={details} me={me} />
          ) : (
            <Details conversation={conversation} me={me} />
          )}
        </div>
      )}
    </aside>
  );
}

function EveryMember({ conversation, me }: DetailPanelProps) {
  const { list } = useGroup(conversation, me);
  const cid = conversation.conversionId;
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <AllMembers
        conversationId={cid}
        pathOf={(identifier) => personPath({ cid, sid: conversation.spaceId }, identifier)}
        {...list}
      />
    </Suspense>
  );
}

const Settings = ({ conversation, me }: DetailPanelProps) =>
  conversation.type === 'group' ? (
    <GroupSettings conversation={conversation} me={me} />
  ) : (
    <ChatSettings conversation={conversation} />
  );

function Details({ conversation, me }: DetailPanelProps) {
  if (conversation.type !== 'group') return <PersonDetails conversation={conversation} me={me} />;
  return conversation.spaceId ? (
    <RoomDetails conversation={conversation} me={me} />
  ) : (
    <GroupDetails conversation={conversation} me={me} />
  );
}
