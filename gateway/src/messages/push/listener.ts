// A connected device as the push side sees it.
import type { RobotMessage } from '@amber/proto';
import type { WireFrame } from '../../core/wireFrame.ts';

export interface Listener {
  identifier: string;
  device: string;
  family: string;
  push(frame: WireFrame): void;
  /** A part of an answer: left out where the device lags behind. */
  pushChunk(chunk: RobotMessage, frame: WireFrame): void;
  /** Its session has ended. */
  signOut(): void;
}
