// The settings' row that installs the app.
import { DownloadIcon } from '@amber/ui/moreIcons';
import { useSyncExternalStore } from 'react';
import { words } from '../words/gen/outside.ts';
import { install$ } from '../kit/install.ts';

const subscribe = (changed: () => void) => {
  const subscription = install$.subscribe(changed);
  return () => subscription.unsubscribe();
};

/** Renders nothing if the browser does not offer the installation, or the app is installed. */
export function InstallEntry({ className }: { className: string | undefined }) {
  const install = useSyncExternalStore(subscribe, () => install$.value);
  if (!install) return null;
  return (
    <li>
      <button type="button" className={className} onClick={() => void install()}>
        <DownloadIcon />
        {words.install}
      </button>
    </li>
  );
}
