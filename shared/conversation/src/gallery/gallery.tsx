// A development page with every kind of message and every state of the composer.
import { limits } from '@amber/proto/limits';
import type { MessageRow } from '@amber/client/rows';
import { cx } from '@amber/ui/cx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Composer, type ComposerHandle, type ComposerProps, type ComposeTarget } from '../composer/Composer.tsx';
import { galleryFiles, samplePicture } from './galleryFiles.ts';
import { GalleryDraftBar, GalleryVoiceBar, loadGalleryVoice } from './galleryVoice.tsx';
import {
  botChat,
  deliveredSeq,
  fileChat,
  group,
  me,
  mentionable,
  people,
  privateChat,
  readSeq,
} from './gallerySamples.ts';
import { quoteOf } from '../message/quoteOf.ts';
import { Timeline, type TimelineHandle, type TimelineProps } from '../timeline/Timeline.tsx';
import styles from './gallery.module.css';

const noop = () => {};
const timeline = {
  me,
  people,
  files: galleryFiles,
  loadVoice: loadGalleryVoice,
  hasOlder: false,
  unread: 0,
  firstUnread: null,
  onReachOldest: noop,
  onSeen: noop,
  onRetry: noop,
  onDiscard: noop,
  onCopy: noop,
} satisfies Partial<TimelineProps>;
const composer = {
  me,
  people,
  draft: '',
  onSendFiles: async () => {},
  VoiceBar: GalleryVoiceBar,
  onDraftChange: noop,
  onSend: noop,
} satisfies Partial<ComposerProps>;

const GallerySection = ({
  name,
  look,
  children,
}: {
  name: string;
  look: 'tall' | 'low' | 'box';
  children: ReactNode;
}) => (
  <section className={styles.part} aria-label={name}>
    <h2 className={styles.name}>{name}</h2>
    <div className={cx(styles.frame, styles[look])}>{children}</div>
  </section>
);

/** Adds or removes the user's reaction. */
function withReaction(message: MessageRow, emoji: string, on: boolean): MessageRow {
  const others = (message.reactions ?? []).map((one) =>
    one.emoji === emoji ? { ...one, by: one.by.filter((by) => by !== me) } : one,
  );
  const known = others.some((one) => one.emoji === emoji);
  const reactions = on
    ? (known ? others : [...others, { emoji, by: [] }]).map((one) =>
        one.emoji === emoji ? { ...one, by: [...one.by, me] } : one,
      )
    : others;
  return { ...message, reactions: reactions.filter(({ by }) => by.length > 0) };
}

/** An interactive conversation with state in this page only. */
function Chat({
  name,
  first,
  ...rest
}: { name: string; first: readonly MessageRow[] } & Partial<TimelineProps> & Pick<TimelineProps, 'grouping'>) {
  const [messages, setMessages] = useState(first);
  const [composing, setComposing] = useState<ComposeTarget | null>(null);
  const log = useRef<TimelineHandle>(null);
  const box = useRef<ComposerHandle>(null);
  const change = (id: string, next: (message: MessageRow) => MessageRow) =>
    setMessages((all) => all.map((one) => (one.id === id ? next(one) : one)));
  const compose = (next: ComposeTarget) => {
    setComposing(next);
    box.current?.focus();
  };
  return (
    <GallerySection name={name} look="tall">
      <Timeline
        {...timeline}
        {...rest}
        ref={log}
        messages={messages}
        onLink={noop}
        onSaveFile={galleryFiles.save}
        onFavorite={noop}
        onForward={noop}
        onReply={(message, quote) => compose({ kind: 'reply', message, quote })}
        onEdit={(message) => compose({ kind: 'edit', message })}
        onEditAgain={(text) => box.current?.setText(text)}
        onReact={({ id }, emoji, on) => change(id, (one) => withReaction(one, emoji, on))}
        onWithdraw={({ id }) => {
          const at = Date.now();
          change(id, (one) => ({ ...one, withdrawn: { by: me, at, undoUntil: at + limits.undoWithdrawalFor } }));
        }}
        onUndoWithdrawal={({ id }) => change(id, ({ withdrawn: _, ...one }) => one)}
        onDelete={(gone) => setMessages((all) => all.filter((one) => !gone.includes(one)))}
      />
      <Composer
        {...composer}
        ref={box}
        mentionable={mentionable}
        composing={composing}
        onComposingEnd={() => setComposing(null)}
        onSelectLast={() => log.current?.selectLast()}
        onEdit={({ id }, body) =>
          change(id, (one) => ({ ...one, edited: { message: JSON.stringify(body), at: Date.now() } }))
        }
      />
    </GallerySection>
  );
}

/** The composer with attachments, one of which is rejected. */
function WithFiles() {
  const box = useRef<ComposerHandle>(null);
  useEffect(() => {
    let isActive = true;
    void samplePicture().then(
      (picture) =>
        isActive &&
        box.current?.attach([
          new File([picture], 'hills in the evening.jpg', { type: picture.type }),
          new File(['minutes'], 'Minutes of the meeting on the analytical engine, third quarter.pdf'),
          new File([], 'empty.txt'),
        ]),
    );
    return () => {
      isActive = false;
    };
  }, []);
  return <Composer {...composer} ref={box} draft="From last night" />;
}

/** The composer with a voice message that was not sent. */
function WithVoiceDraft() {
  const box = useRef<ComposerHandle>(null);
  useEffect(() => box.current?.showVoiceDraft(), []);
  return <Composer {...composer} ref={box} VoiceBar={GalleryDraftBar} />;
}

/** The page at /chat/channels/me/__gallery in development. */
export const Gallery = () => (
  <main className={styles.page}>
    <h1 className={styles.title}>Conversation</h1>
    <Chat
      name="Private chat: bubbles"
      first={privateChat}
      grouping="bubbles"
      peerReadSeq={readSeq}
      peerDeliveredSeq={deliveredSeq}
      typing={['ada']}
      firstUnread={{ id: 'none', seq: 12, count: 3, at: 0 }}
      beginning={<p className={styles.beginning}>This is where your chat begins.</p>}
    />
    <Chat
      name="Group: rows"
      first={group}
      grouping="rows"
      isOwner
      typing={['ada', 'alan']}
      mentions={2}
      onJumpToMention={noop}
    />
    <Chat name="An AI: each state of an answer" first={botChat} grouping="bubbles" />
    <Chat name="Files: each kind and state" first={fileChat} grouping="bubbles" />
    <Chat name="Files in a group" first={fileChat} grouping="rows" />
    <GallerySection name="Empty" look="low">
      <Timeline {...timeline} grouping="bubbles" messages={[]} />
    </GallerySection>
    <GallerySection name="Older ones on their way" look="low">
      <Timeline
        {...timeline}
        grouping="bubbles"
        messages={privateChat.slice(0, 3)}
        hasOlder
        older={{ status: 'loading' }}
      />
    </GallerySection>
    <GallerySection name="Older ones that did not come" look="low">
      <Timeline
        {...timeline}
        grouping="bubbles"
        messages={privateChat.slice(0, 3)}
        hasOlder
        onRetryOlder={noop}
        older={{ status: 'error', sentence: 'No response from the server', code: 'NO_RESPONSE' }}
      />
    </GallerySection>
    <GallerySection name="Composer: an answer" look="box">
      <Composer
        {...composer}
        composing={{ kind: 'reply', message: privateChat[5]!, quote: quoteOf(privateChat[5]!) }}
      />
    </GallerySection>
    <GallerySection name="Composer: an edit" look="box">
      <Composer {...composer} composing={{ kind: 'edit', message: privateChat[7]! }} />
    </GallerySection>
    <GallerySection name="Composer: anonymous" look="box">
      <Composer {...composer} isAnonymous mentionable={mentionable} />
    </GallerySection>
    <GallerySection name="Composer: a voice message that was not sent" look="box">
      <WithVoiceDraft />
    </GallerySection>
    <GallerySection name="Composer: files" look="box">
      <WithFiles />
    </GallerySection>
  </main>
);
