// The content of a message: the bubble of its kind, or a placeholder if it is unreadable or of an unknown kind.
import { protectionOf } from '@amber/client/messageState';
import { type ComponentType, createElement } from 'react';
import { UnreadableBubble } from './bubbles/UnreadableBubble.tsx';
import { UnsupportedBubble } from './bubbles/UnsupportedBubble.tsx';
import type { BubbleProps } from '../kit/bubbleProps.ts';
import type { TimelineRow } from '../kit/timelineRow.ts';
import { kindOf } from './messageKinds.ts';

/** Returns the component for a row's content. */
export const bubbleFor = ({ message, mine }: TimelineRow): ComponentType<BubbleProps> =>
  protectionOf(message, mine) === 'unreadable'
    ? UnreadableBubble
    : (kindOf(message.content.type)?.Bubble ?? UnsupportedBubble);

export const Bubble = (props: BubbleProps) => createElement(bubbleFor(props.row), props);
