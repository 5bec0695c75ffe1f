// Which bubble shows which kind of message; the one place that knows all kinds.
import { fileTypes } from '@amber/proto/bodies';
import type { ComponentType } from 'react';
import type { TimelineRow } from '../../timeline/timelineRows.ts';
import type { BubbleProps } from './bubbleProps.ts';
import { FileBubble } from './FileBubble.tsx';
import { TextBubble } from './TextBubble.tsx';
import { UnreadableBubble } from './UnreadableBubble.tsx';
import { UnsupportedBubble } from './UnsupportedBubble.tsx';

const bubbles = new Map<string, ComponentType<BubbleProps>>([
  ['text', TextBubble],
  ...fileTypes.map((type) => [type, FileBubble] as const),
]);

/** The component for a row's content. */
export function bubbleFor({ message, mine }: TimelineRow): ComponentType<BubbleProps> {
  const unreadable = message.unreadable !== undefined || (message.copy === 'none' && !(mine && message.content.message));
  return unreadable ? UnreadableBubble : bubbles.get(message.content.type) ?? UnsupportedBubble;
}
