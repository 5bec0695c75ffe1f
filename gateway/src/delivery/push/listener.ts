// A connected device as the push side sees it.
import type { WireFrame } from '../../doors/socket/wireFrame.ts';

export interface Listener {
  identifier: string;
  device: string;
  family: string;
  push(frame: WireFrame): void;
  /** Its session has ended. */
  signOut(): void;
}
