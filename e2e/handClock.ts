// A clock that stands still until it is moved: an engine's time in tests, where seconds must not take seconds.
import { VirtualAction, VirtualTimeScheduler } from 'rxjs';

export class HandClock extends VirtualTimeScheduler {
  constructor() {
    super(VirtualAction);
    this.frame = this.maxFrames = Date.now();
  }

  /** Runs what is due within so many milliseconds, each at its time. */
  pass(milliseconds: number): void {
    this.maxFrames = this.frame + milliseconds;
    this.flush();
    this.frame = this.maxFrames;
  }
}
