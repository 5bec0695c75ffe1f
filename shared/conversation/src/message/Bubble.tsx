// What a message says, in the bubble of its kind.
import { createElement } from 'react';
import { bubbleFor } from './bubbleFor.ts';
import type { BubbleProps } from '../kit/bubbleProps.ts';

/** The content of one row. */
export const Bubble = (props: BubbleProps) => createElement(bubbleFor(props.row), props);
