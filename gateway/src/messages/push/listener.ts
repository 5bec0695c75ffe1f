// The interface of a connected device for the push side.
import type { RobotMessage } from '@amber/proto';
import type { WireFrame } from '../../core/wireFrame.ts';

export interface Listener {
  identifier: string;
  device: string;
  family: string;
  push(frame: WireFrame): void;
  /** Pushes a chunk of an answer; chunks are dropped while the device lags behind. */
  pushChunk(chunk: RobotMessage, frame: WireFrame): void;
  /** Ends the connection, because its session has ended. */
  signOut(): void;
}
