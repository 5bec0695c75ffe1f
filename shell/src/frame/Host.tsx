// The frame for signed-in people: navigation and connection status.
import { engineState$ } from '@amber/client/hostEngine';
import type { OwnDevices } from '@amber/client/bus';
import { useOwnDevices } from '@amber/client/ownDevices';
import { lendSound } from '@amber/client/remote';
import { useSubscription } from '@amber/client/useSubscription';
import { useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { lazyWithRetry } from './lazyWithRetry.tsx';
import { ConnectionStatus } from './ConnectionStatus.tsx';
import { type ConnectionNotice, connectionNotice } from './connectionNotice.ts';
import { useDeletesAt } from './deletesAt.ts';
import { MainNavigation } from './navigation/MainNavigation.tsx';
import type { NavItem } from './navigation/navItems.tsx';
import type { Feature } from '../federation/registry/Feature.ts';
import { TestingNotice } from './TestingNotice.tsx';
import { hostSound, loadSmallPlayer } from '../sound/hostSound.ts';
import { StorageNotice } from './StorageNotice.tsx';
import { words } from '../words/gen/app.ts';
import styles from './Host.module.css';

// The bars that are rarely shown share a chunk: each chunk adds the hashes of its script and stylesheet to the first file.
const DevicesNotice = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "bars" */ '../devices/DevicesNotice.tsx')).DevicesNotice,
);

const DeletionNotice = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "bars" */ './DeletionNotice.tsx')).DeletionNotice,
);

const SmallPlayer = lazyWithRetry(loadSmallPlayer);

lendSound(hostSound);

const content = 'content';
const notice$ = connectionNotice(engineState$);

const needsDevicesNotice = ({ standing, waiting, unseen }: OwnDevices): boolean =>
  standing === 'waiting' || waiting.length + unseen.length > 0;

interface HostProps {
  items: NavItem[];
  /** The feature on screen. */
  feature: Feature | undefined;
  /** On a phone, what is shown fills the screen. */
  isFullScreen: boolean;
}

/** The outlet renders the feature or the screen. */
export function Host({ items, feature, isFullScreen }: HostProps) {
  const { pathname } = useLocation();
  const [notice, setNotice] = useState<ConnectionNotice>('');
  const devices = useOwnDevices();
  const deletesAt = useDeletesAt();

  useSubscription(notice$, setNotice);

  return (
    <div className={styles.host} data-filled={isFullScreen || undefined}>
      <a
        className={styles.skip}
        href={`#${content}`}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(content)?.focus();
        }}
      >
        {words.host.skip}
      </a>
      <MainNavigation items={items} pathname={pathname} feature={feature} />
      <div className={styles.body}>
        <ConnectionStatus notice={notice} />
        <StorageNotice />
        <TestingNotice />
        {deletesAt > 0 && <DeletionNotice deletesAt={deletesAt} canCancel={devices?.standing !== 'waiting'} />}
        {devices && needsDevicesNotice(devices) && <DevicesNotice devices={devices} />}
        <SmallPlayer />
        <main id={content} className={styles.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
