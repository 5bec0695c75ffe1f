// Tabs that features contribute to pages of the host and of other features.
import type { ComponentType } from 'react';

/** The pages that have such tabs. */
export type TabPage = 'profile' | 'space';

export interface TabProps {
  /** The identifier of the person, or the id of the space, that the page is about. */
  of: string;
}

export interface OfferedTab {
  /** The name of the remote. */
  key: string;
  title: string;
  Icon: ComponentType;
  /** Loads the feature when it is rendered; its failures do not affect the page. */
  Content: ComponentType<TabProps>;
}

type UseTabs = (on: TabPage) => readonly OfferedTab[];

const none: readonly OfferedTab[] = [];
let hostTabsHook: UseTabs = () => none;

/** Sets the hook that supplies the tabs. The host calls it before the first render. */
export function lendTabs(hook: UseTabs): void {
  hostTabsHook = hook;
}

/** Returns the tabs of features for this page, in the order of the navigation; rerenders when they change. */
export const useTabs: UseTabs = (on) => hostTabsHook(on);
