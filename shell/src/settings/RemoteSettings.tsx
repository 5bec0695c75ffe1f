// A feature's own section of the settings. It loads when it is opened, and contains its failures.
import { Skeleton } from '@amber/ui/Skeleton';
import { LoadError } from '../federation/load/loadError.ts';
import { RemotePart } from '../federation/show/RemotePart.tsx';
import type { Feature } from '../federation/registry/Feature.ts';

/** The remote's `Settings`; a notice if it cannot be loaded, or has none. */
export const RemoteSettings = ({ feature }: { feature: Feature }) => (
  <RemotePart
    feature={feature}
    isDeclaredIn={({ settings }) => settings}
    skeleton={<Skeleton rows={4} variant="lines" />}
  >
    {({ Settings }) => {
      if (!Settings) throw new LoadError('missing', feature);
      return <Settings />;
    }}
  </RemotePart>
);
