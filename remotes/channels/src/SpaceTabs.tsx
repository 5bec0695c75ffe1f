// The tabs of other features on a space's page, for its members.
import { type OfferedTab, type TabPage, useTabs } from '@amber/client/remote';
import { Tabs } from '@amber/ui/Tabs';
import { words as strings } from './words/gen/channels.ts';

const words = strings.about;

const none: readonly OfferedTab[] = [];
/** A host from before tabs existed has no such hook. */
const useTabsOrNone: (on: TabPage) => readonly OfferedTab[] = useTabs ?? (() => none);
export const useSpaceTabs = (): readonly OfferedTab[] => useTabsOrNone('space');

/** Renders nothing if no feature has a tab. */
export function SpaceTabs({ sid }: { sid: string }) {
  const tabs = useSpaceTabs().map(({ Content, ...tab }) => ({ ...tab, content: <Content of={sid} /> }));
  return tabs.length > 0 && <Tabs label={words.tabs} tabs={tabs} />;
}
