// The complete contract between a remote and the host.
import type { ComponentType } from 'react';
import type { Observable } from 'rxjs';
import type { ToastBuilders } from './eventToasts.ts';
import type { TabPage, TabProps } from './tabs.ts';

export { contractVersion } from '@amber/proto/contract';
export { lazyScreen, retryScreens } from './lazyScreen.ts';
export type { ToastEventType, ToastEvent, EventToast } from './eventToasts.ts';
export {
  lendSound,
  lentSound,
  type ActiveRecording,
  type HostSound,
  type PlaybackRate,
  type PlayerState,
  type RecordingState,
  type SpeechState,
  type SpeechTrack,
  type Track,
} from './lentSound.ts';
export { lendTabs, type OfferedTab, type TabPage, type TabProps, useTabs } from './tabs.ts';
export { loadAhead, whenIdle } from './whenIdle.ts';

export interface Remote {
  /** The count for a navigation entry with the badge `own`; 0 hides the badge. */
  badge$: Observable<number>;
  /**
   * Loads the remote's translations; the host awaits it before the first render. Without it, or when it fails, the
   * texts are English.
   */
  loadWords?(): Promise<void>;
  /** All screens below the feature's paths. Its titles and navigation entries are in its amber-remote.json. */
  Routes: ComponentType;
  /** Its section at /settings/<remote>, if its placement declares one. */
  Settings?: ComponentType;
  /** The contents of its tabs, if its placement declares some. Each is loaded when it is opened: see `lazyScreen`. */
  Tabs?: Partial<Record<TabPage, ComponentType<TabProps>>>;
  /**
   * The toasts for the events that its placement names in `news`. Without it, or when it fails, the host shows its own
   * text.
   */
  news?: ToastBuilders;
}
