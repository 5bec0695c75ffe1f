// The tabs that features fill on pages of the host, and on those of other features.
import type { ComponentType } from 'react';

/** The pages that have such tabs. */
export type TabPage = 'profile' | 'space';

export interface TabProps {
  /** The identifier of the person, or the id of the space, that the page shows. */
  of: string;
}

export interface OfferedTab {
  /** The feature's name. */
  key: string;
  title: string;
  Icon: ComponentType;
  /** Loads the feature when it is shown; its failures stay in it. */
  Content: ComponentType<TabProps>;
}

type UseTabs = (on: TabPage) => readonly OfferedTab[];

const none: readonly OfferedTab[] = [];
let hostTabsHook: UseTabs = () => none;

/** For the host, before anything is shown: where the tabs come from. */
export function lendTabs(hook: UseTabs): void {
  hostTabsHook = hook;
}

/** The tabs that features have on this page, in the order of the navigation; it renders again when they change. */
export const useTabs: UseTabs = (on) => hostTabsHook(on);
