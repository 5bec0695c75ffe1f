// What other features have to show of a space, for its members.
import { type OfferedTab, type TabPage, useTabs } from '@amber/client/remote';
import { Tabs } from '@amber/ui/Tabs';
import { words as strings } from './words/gen/channels.ts';

const words = strings.about;

const none: readonly OfferedTab[] = [];
/** A host from before there were tabs lends no such hook. */
const useTabsOrNone: (on: TabPage) => readonly OfferedTab[] = useTabs ?? (() => none);
export const useSpaceTabs = (): readonly OfferedTab[] => useTabsOrNone('space');

/** Tabs; nothing where no feature has one. */
export function SpaceTabs({ sid }: { sid: string }) {
  const tabs = useSpaceTabs().map(({ Content, ...tab }) => ({ ...tab, content: <Content of={sid} /> }));
  return tabs.length > 0 && <Tabs label={words.tabs} tabs={tabs} />;
}
