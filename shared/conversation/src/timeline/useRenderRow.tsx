// Renders the rows of a timeline, each again only when something of it has changed.
import { deliveryOf } from '@amber/client/messageState';
import { type ComponentProps, type ReactElement, useState } from 'react';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { AlbumItem, type AlbumItemProps } from '../message/AlbumItem.tsx';
import { MessageItem } from '../message/MessageItem.tsx';
import { createElementCache } from './createElementCache.ts';

interface RenderRowPorts extends Omit<AlbumItemProps, 'row' | 'litId' | 'tabStopId'> {
  /** The message that is highlighted after a jump, and the timeline's tab stop; absent for none. */
  litId: string | undefined;
  tabStopId: string | undefined;
}

const idInAlbum = ({ album = [] }: TimelineRow, id: string | undefined) =>
  album.some(({ message }) => message.id === id) ? id! : '';

/** Returns the function that renders a row: a message, or an album at its first message. */
export function useRenderRow({
  litId,
  tabStopId,
  peerReadSeq,
  peerDeliveredSeq,
  selected,
  ...common
}: RenderRowPorts): (row: TimelineRow, index: number) => ReactElement {
  const [memoizeRow] = useState(() =>
    createElementCache<TimelineRow, ComponentProps<typeof MessageItem> | AlbumItemProps>(),
  );
  return memoizeRow((row) =>
    row.album ? (
      <AlbumItem
        key={row.message.id}
        row={row}
        {...common}
        peerReadSeq={peerReadSeq}
        peerDeliveredSeq={peerDeliveredSeq}
        litId={idInAlbum(row, litId)}
        tabStopId={idInAlbum(row, tabStopId)}
        selected={selected}
      />
    ) : (
      <MessageItem
        key={row.message.id}
        row={row}
        {...common}
        delivery={deliveryOf(row.message, row.mine ? { readSeq: peerReadSeq, deliveredSeq: peerDeliveredSeq } : {})}
        isHighlighted={row.message.id === litId}
        isSelected={selected && selected.has(row.message.id)}
        isTabStop={row.message.id === tabStopId}
      />
    ),
  );
}
