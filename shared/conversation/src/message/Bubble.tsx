// What a message says, in the bubble of its kind, unless it could not be opened or its kind is not known.
import { type ComponentType, createElement } from 'react';
import { UnreadableBubble } from './bubbles/UnreadableBubble.tsx';
import { UnsupportedBubble } from './bubbles/UnsupportedBubble.tsx';
import type { BubbleProps } from '../kit/bubbleProps.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { kindOf } from './messageKinds.ts';

/** The component for a row's content. */
export function bubbleFor({ message, mine }: TimelineRow): ComponentType<BubbleProps> {
  const unreadable =
    message.unreadable !== undefined || (message.copy === 'none' && !(mine && message.content.message));
  return unreadable ? UnreadableBubble : (kindOf(message.content.type)?.Bubble ?? UnsupportedBubble);
}

/** The content of one row. */
export const Bubble = (props: BubbleProps) => createElement(bubbleFor(props.row), props);
