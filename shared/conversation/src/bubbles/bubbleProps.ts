// What every kind of bubble is given.
import type { Content } from '@amber/proto';

export interface BubbleProps {
  content: Content;
}
