// A remote's whole contract with the host.
import type { ComponentType } from 'react';
import type { Observable } from 'rxjs';

export { contractVersion } from '@amber/proto/contract';
export { lazyScreen, retryScreens } from './lazyScreen.ts';
export { whenIdle } from './whenIdle.ts';

export interface Remote {
  /** What the feature is called, in the navigation and in notices. */
  title: string;
  /** Drawn in the navigation, 24 pixels, in the current colour. */
  icon: ComponentType;
  /** Unread or waiting things; 0 shows nothing. */
  badge$: Observable<number>;
  /** Fetches its sentences in the page's language; awaited before its first render. Without it, or when it fails, they are English. */
  loadWords?(): Promise<void>;
  /** Everything below the feature's paths. */
  Routes: ComponentType;
}
