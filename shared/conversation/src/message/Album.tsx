// An album: the pictures and videos of several messages in one grid, each still a message of its own.
import { type Delivery, deliveryOf } from '@amber/client/messageState';
import type { FileBody } from '@amber/proto/bodies';
import { Avatar } from '@amber/ui/Avatar';
import { cx } from '@amber/ui/cx';
import { direction } from '@amber/ui/direction';
import { CheckIcon } from '@amber/ui/icons';
import { type CSSProperties, useMemo, useState } from 'react';
import { FileView } from '../files/view/FileView.tsx';
import { albumLayout, shownRatio } from '../files/view/albumLayout.ts';
import { currentFile } from '../kit/currentText.ts';
import { formatTime } from '../kit/format.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { words } from '../words/gen/conversation.ts';
import { words as files } from '../words/gen/files.ts';
import { Caption } from './bubbles/Caption.tsx';
import { QuoteBlock } from './bubbles/QuoteBlock.tsx';
import bubbleStyles from './bubbles/bubbles.module.css';
import { DeliveryNote, UnencryptedNote } from './EncryptionNote.tsx';
import type { AlbumItemProps } from './AlbumItem.tsx';
import { entriesFor } from './messageActions.ts';
import { MessageTools } from './MessageItem.tsx';
import { MessageState } from './MessageState.tsx';
import { NotSent } from './NotSent.tsx';
import { Reactions } from './Reactions.tsx';
import { PersonLink } from './PersonLink.tsx';
import { RowHeadings } from './RowHeadings.tsx';
import { useArticleHandlers } from './useArticleHandlers.ts';
import messageStyles from './MessageItem.module.css';
import styles from './Album.module.css';

/** From the least to the most that is reached: an album has come as far as the last of its messages. */
const deliveries: readonly Delivery[] = ['failed', 'uploading', 'queued', 'sent', 'delivered', 'read'];

/** A group named after its author, with one article per message. */
export function Album(props: AlbumItemProps) {
  const { row, grouping, reader, actions, isOwner, selected, events } = props;
  const { peerReadSeq: readSeq, peerDeliveredSeq: deliveredSeq } = props;
  const { mine, at } = row;
  // Each message has the whole album, which the menu of one of them needs.
  const rows = useMemo(() => row.album!.map((one): TimelineRow => ({ ...one, album: row.album! })), [row]);
  const bodies = useMemo(() => rows.map(({ message }) => currentFile(message)!), [rows]);
  const lines = useMemo(() => albumLayout(bodies.map(shownRatio)), [bodies]);
  const [activeId, setActiveId] = useState('');
  const isSelecting = selected !== null;
  const active = isSelecting ? undefined : rows.find(({ message }) => message.id === activeId);
  const tools = active ? entriesFor(active, actions, isOwner) : [];
  const author = reader.authorOf(row);
  const authorId = row.isAnonymous ? '' : row.author;
  const time = formatTime(at);
  const isRow = grouping === 'rows';
  const tabIndex = props.tabStopId ? 0 : -1;
  const delivery = rows
    .map(({ message }) => deliveryOf(message, mine ? { readSeq, deliveredSeq } : {}))
    .reduce((least, one) => (deliveries.indexOf(one) < deliveries.indexOf(least) ? one : least));
  const isCaptioned = bodies.some(({ caption }) => caption);
  const quote = bodies.find((body) => body.quote)?.quote;
  const showsDelivery = mine && !(isRow && delivery === 'sent');
  const edited = rows.find(({ message }) => message.edited);
  const renderTime = () => <time dateTime={new Date(at).toISOString()}>{time}</time>;
  return (
    <>
      <RowHeadings row={row} />
      <div
        className={cx(
          messageStyles.message,
          messageStyles[grouping],
          mine && messageStyles.mine,
          row.isFirstOfGroup && messageStyles.first,
          rows.at(-1)!.isLastOfGroup && messageStyles.last,
          active && messageStyles.reached,
        )}
        role="group"
        aria-label={files.album({ count: rows.length, author: author.name, time })}
        onPointerLeave={({ currentTarget }) => !currentTarget.contains(document.activeElement) && setActiveId('')}
        onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setActiveId('')}
      >
        {isRow &&
          (row.isFirstOfGroup ? (
            <PersonLink identifier={authorId} name={author.name} tabIndex={-1} onOpen={actions.onOpenPerson}>
              <Avatar
                identifier={authorId}
                name={author.name}
                src={author.avatar}
                size={40}
                colour={reader.colourOf(authorId)}
              />
            </PersonLink>
          ) : (
            <span className={messageStyles.gutter}>{renderTime()}</span>
          ))}
        <div className={cx(messageStyles.content, styles.content)}>
          {isRow && row.isFirstOfGroup && (
            <span className={messageStyles.head}>
              <PersonLink identifier={authorId} name={author.name} tabIndex={tabIndex} onOpen={actions.onOpenPerson}>
                <span className={messageStyles.author} dir="auto" style={{ color: reader.colourOf(authorId) }}>
                  {author.name}
                </span>
              </PersonLink>
              {renderTime()}
            </span>
          )}
          <div className={messageStyles.bubble}>
            {bodies.some(({ forwarded }) => forwarded) && (
              <span className={bubbleStyles.forwarded} dir={direction()}>
                {words.forwarded}
              </span>
            )}
            {quote && <QuoteBlock quote={quote} row={row} reader={reader} tabIndex={tabIndex} />}
            <div className={cx(styles.album, isCaptioned && styles.captioned)} data-file="album">
              {lines.map(({ items, ratio }) => (
                <div key={items[0]} className={styles.line} style={{ aspectRatio: ratio }}>
                  {items.map((index) => (
                    <AlbumTile
                      key={rows[index]!.message.id}
                      {...props}
                      row={rows[index]!}
                      body={bodies[index]!}
                      onActive={setActiveId}
                    />
                  ))}
                </div>
              ))}
            </div>
            {rows.map(
              ({ message: { id } }, index) =>
                bodies[index]!.caption && (
                  <Caption key={id} id={id} body={bodies[index]!} reader={reader} tabIndex={tabIndex} />
                ),
            )}
            {(!isRow || showsDelivery || edited) && (
              <span className={messageStyles.meta}>
                {edited && (
                  <button
                    type="button"
                    className={messageStyles.edited}
                    tabIndex={tabIndex}
                    onClick={({ currentTarget }) => events.onEntry(edited, 'edits', currentTarget)}
                  >
                    {words.edited}
                  </button>
                )}
                {!isRow && renderTime()}
                {showsDelivery && <MessageState delivery={delivery} />}
              </span>
            )}
          </div>
          <UnencryptedNote row={rows.at(-1)!} reader={reader} />
          <DeliveryNote row={row} reader={reader} />
        </div>
        {active && tools.length > 0 && (
          <div className={messageStyles.tools}>
            <MessageTools
              entries={tools}
              tabIndex={tabIndex}
              onEntry={(entry, anchor) => events.onEntry(active, entry, anchor)}
              onMore={(anchor) => events.onMenu(active, anchor)}
            />
          </div>
        )}
      </div>
      {rows.map(
        ({ message }) =>
          deliveryOf(message) === 'failed' && (
            <NotSent key={message.id} message={message} reader={reader} actions={actions} />
          ),
      )}
    </>
  );
}

interface AlbumTileProps extends Omit<AlbumItemProps, 'peerReadSeq' | 'peerDeliveredSeq'> {
  body: FileBody;
  onActive(id: string): void;
}

/** One message of the album. Its width follows the shape of its picture. */
function AlbumTile({
  row,
  body,
  reader,
  actions,
  isOwner,
  litId,
  tabStopId,
  selected,
  events,
  onActive,
}: AlbumTileProps) {
  const { message } = row;
  const { id } = message;
  const isSelecting = selected !== null;
  const isTabStop = tabStopId === id;
  const tabIndex = isTabStop ? 0 : -1;
  const handlers = useArticleHandlers({ row, actions, isOwner, isSelecting, events });
  const name = words.article({ author: reader.authorOf(row).name, time: formatTime(row.at) });
  return (
    <article
      className={cx(styles.tile, litId === id && styles.lit, isSelecting && styles.selecting)}
      style={{ '--ratio': shownRatio(body) } as CSSProperties}
      data-message={id}
      aria-label={name}
      tabIndex={tabIndex}
      onFocus={() => {
        onActive(id);
        events.onFocus(id);
      }}
      onPointerEnter={() => onActive(id)}
      {...handlers}
    >
      <div className={styles.picture} data-file={message.content.type} inert={isSelecting}>
        <FileView row={row} body={body} reader={reader} tabIndex={tabIndex} />
      </div>
      {isSelecting && (
        <span
          className={cx(messageStyles.check, styles.check)}
          role="checkbox"
          aria-checked={selected.has(id)}
          aria-label={words.selectMessage({ article: name })}
          tabIndex={tabIndex}
          onKeyDown={(event) => {
            if (event.key !== ' ') return;
            event.preventDefault();
            events.onSelect(id);
          }}
        >
          {selected.has(id) && <CheckIcon />}
        </span>
      )}
      {message.reactions && message.reactions.length > 0 && (
        <div className={styles.reactions}>
          <Reactions message={message} reader={reader} tabIndex={tabIndex} onReact={actions.onReact} />
        </div>
      )}
    </article>
  );
}
