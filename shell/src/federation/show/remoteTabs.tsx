// The tabs that features add to the page of a person or a space, as their placements declare them.
import type { OfferedTab, TabPage, TabProps } from '@amber/client/remote';
import { titleIn } from '@amber/proto/pathRouting';
import { Skeleton } from '@amber/ui/Skeleton';
import { pageLanguage } from '@amber/words/languages';
import type { ComponentType } from 'react';
import { iconOf } from '../../kit/iconOf.tsx';
import type { Feature } from '../registry/Feature.ts';
import { LoadError } from '../load/loadError.ts';
import { RemotePart } from './RemotePart.tsx';
import type { Federation } from '../createFederation.ts';
import { useCurrentFederation } from './useFederation.ts';

/** React compares components by identity, so there is one for each feature and page. */
const contents = new Map<string, ComponentType<TabProps>>();

function contentOf(feature: Feature, on: TabPage): ComponentType<TabProps> {
  const key = `${feature} ${on}`;
  const content =
    contents.get(key) ??
    (({ of }: TabProps) => (
      <RemotePart
        feature={feature}
        isDeclaredIn={({ tabs }) => tabs.some((tab) => tab.on === on)}
        skeleton={<Skeleton rows={3} variant="lines" />}
      >
        {({ Tabs }) => {
          const Tab = Tabs?.[on];
          if (!Tab) throw new LoadError('missing', feature);
          return <Tab key={of} of={of} />;
        }}
      </RemotePart>
    ));
  contents.set(key, content);
  return content;
}

function tabOf({ placementOf, titleOf }: Federation, feature: Feature, on: TabPage): OfferedTab[] {
  const { tabs, entries } = placementOf(feature)!;
  const tab = tabs.find((one) => one.on === on);
  const drawing = tab && (tab.icon || entries[0]?.icon);
  if (!tab || !drawing) return [];
  return [
    {
      key: feature,
      title: titleIn(tab.titles, pageLanguage()) ?? titleOf(feature),
      Icon: iconOf(drawing),
      Content: contentOf(feature, on),
    },
  ];
}

/** Features and their own pages call this hook as `useTabs` (`@amber/client/remote`). */
export function useOfferedTabs(on: TabPage): OfferedTab[] {
  const federation = useCurrentFederation();
  return federation.offeredFeatures().flatMap((feature) => tabOf(federation, feature, on));
}
