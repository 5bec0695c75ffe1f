// Which bubble shows a message: that of its kind, unless it could not be opened or its kind is not known.
import type { ComponentType } from 'react';
import type { TimelineRow } from '../timeline/timelineRows.ts';
import { kindOf } from './messageKinds.ts';
import type { BubbleProps } from '../kit/bubbleProps.ts';
import { UnreadableBubble } from './bubbles/UnreadableBubble.tsx';
import { UnsupportedBubble } from './bubbles/UnsupportedBubble.tsx';

/** The component for a row's content. */
export function bubbleFor({ message, mine }: TimelineRow): ComponentType<BubbleProps> {
  const unreadable =
    message.unreadable !== undefined || (message.copy === 'none' && !(mine && message.content.message));
  return unreadable ? UnreadableBubble : (kindOf(message.content.type)?.Bubble ?? UnsupportedBubble);
}
