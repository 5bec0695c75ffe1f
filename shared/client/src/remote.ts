// A remote's whole contract with the host.
import type { ComponentType } from 'react';
import type { Observable } from 'rxjs';
import type { ToastBuilders } from './eventToasts.ts';
import type { TabPage, TabProps } from './tabs.ts';

export { contractVersion } from '@amber/proto/contract';
export { lazyScreen, retryScreens } from './lazyScreen.ts';
export type { ToastEventType, ToastEvent, EventToast } from './eventToasts.ts';
export { lendTabs, type OfferedTab, type TabPage, type TabProps, useTabs } from './tabs.ts';
export { loadAhead, whenIdle } from './whenIdle.ts';

export interface Remote {
  /** Unread or waiting things, for an entry with the badge `own`; 0 shows nothing. */
  badge$: Observable<number>;
  /** Fetches its sentences in the page's language; awaited before its first render. Without it, or when it fails, they are English. */
  loadWords?(): Promise<void>;
  /** Everything below the feature's paths. What it is called, and where it stands, is in its amber-remote.json. */
  Routes: ComponentType;
  /** Its section at /settings/<remote>, where its place has one. */
  Settings?: ComponentType;
  /** What fills its tabs, where its place has some. Each is loaded when it is opened: see `lazyScreen`. */
  Tabs?: Partial<Record<TabPage, ComponentType<TabProps>>>;
  /** What toasts say of its news, where its place names some. Without it, or when it fails, the host says them. */
  news?: ToastBuilders;
}
