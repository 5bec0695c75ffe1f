// What a message says, in the bubble of its kind.
import { createElement } from 'react';
import type { TimelineRow } from '../timelineRows.ts';
import { bubbleFor } from './bubbleFor.ts';

/** The content of one row. */
export const Bubble = ({ row }: { row: TimelineRow }) => createElement(bubbleFor(row), { content: row.message.content });
