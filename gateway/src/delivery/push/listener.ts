// A device that is connected here, as those see it who push to it.
import type { WireFrame } from '../../doors/socket/wireFrame.ts';

export interface Listener {
  identifier: string;
  device: string;
  family: string;
  push(frame: WireFrame): void;
  /** Its session has ended. */
  signOut(): void;
}
