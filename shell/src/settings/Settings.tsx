// Settings: the list of sections, and the one that is open.
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { Avatar } from '@amber/ui/Avatar';
import { cx } from '@amber/ui/cx';
import { InfoIcon, PersonIcon, SettingsIcon, ShieldIcon } from '@amber/ui/icons';
import { DevicesIcon, FeaturesIcon, PersonAddIcon } from '@amber/ui/moreIcons';
import { QrIcon } from '@amber/ui/personIcons';
import { Panes } from '@amber/ui/Panes';
import { StarIcon } from '@amber/ui/messageIcons';
import { AppearanceIcon, BellIcon, FaceIcon, StorageIcon } from '@amber/ui/settingsIcons';
import type { ComponentType } from 'react';
import { useMatch } from 'react-router-dom';
import { canSeeAdmin } from '../admin/canSeeAdmin.ts';
import type { Federation } from '../federation/createFederation.ts';
import { useFederation } from '../federation/show/useFederation.ts';
import { useMePageItems } from '../frame/navigation/navItems.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { FavoriteSettings } from './FavoriteSettings.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { ProfileSettings } from './ProfileSettings.tsx';
import { QrSettings } from './qr/QrSettings.tsx';
import { words as settingsStrings } from '../words/gen/settings.ts';
import { StorageSettings } from './StorageSettings.tsx';
import { AboutSettings } from './about/AboutSettings.tsx';
import { AccountSettings } from './account/AccountSettings.tsx';
import { DevicesSettings } from '../devices/DevicesSettings.tsx';
import { words as deviceStrings } from '../words/gen/devices.ts';
import { EntryLink, InstallEntry, MePageEntry } from './entries.tsx';
import { FeatureSettings } from './FeatureSettings.tsx';
import { useTitle } from '../frame/pageTitle.ts';
import { NotFound } from '../frame/NotFound.tsx';
import { NeedsApproval, useWaitsForApproval } from '../devices/NeedsApproval.tsx';
import { SectionPane } from '../kit/SectionPane.tsx';
import { RemoteSettings } from './RemoteSettings.tsx';
import { PrivacySettings } from './PrivacySettings.tsx';
import { words as strings } from '../words/gen/app.ts';
import styles from './Settings.module.css';

const words = settingsStrings.general;

interface SettingsProps {
  /** The URL of this server's source; empty when not configured. */
  sourceUrl: string;
}

interface Section {
  key: string;
  title: string;
  /** The entry's title on a phone, where the list is the page 'Me', if it differs. */
  phoneTitle?: string;
  Icon: ComponentType;
  /** Absent in the section of a feature, whose name is the key. */
  Content?: ComponentType<SettingsProps>;
}

/** Returns the host's own sections, then those of features in the order of the navigation. */
const allSections = ({ offeredFeatures, placementOf, titleOf }: Federation): Section[] => [
  {
    key: 'account',
    title: words.account,
    phoneTitle: strings.settings.title,
    Icon: PersonIcon,
    Content: AccountSettings,
  },
  { key: 'profile', title: settingsStrings.profile.title, Icon: FaceIcon, Content: ProfileSettings },
  { key: 'qr', title: settingsStrings.qr.title, Icon: QrIcon, Content: QrSettings },
  { key: 'notifications', title: settingsStrings.notifications.title, Icon: BellIcon, Content: NotificationSettings },
  { key: 'appearance', title: settingsStrings.appearance.title, Icon: AppearanceIcon, Content: AppearanceSettings },
  { key: 'privacy', title: words.privacy, Icon: ShieldIcon, Content: PrivacySettings },
  { key: 'devices', title: deviceStrings.title, Icon: DevicesIcon, Content: DevicesSettings },
  { key: 'storage', title: settingsStrings.storage.title, Icon: StorageIcon, Content: StorageSettings },
  { key: 'favorites', title: settingsStrings.favorites.title, Icon: StarIcon, Content: FavoriteSettings },
  { key: 'features', title: words.features, Icon: FeaturesIcon, Content: FeatureSettings },
  { key: 'about', title: words.about, Icon: InfoIcon, Content: AboutSettings },
  ...offeredFeatures()
    .filter((feature) => placementOf(feature)!.settings)
    .map((feature) => ({ key: feature, title: titleOf(feature), Icon: FeaturesIcon })),
];

/** Only an approved device can use these sections. */
const approvedOnly = new Set(['profile', 'qr', 'privacy']);

/** The page at /settings and /settings/:section. Without a section and at 'me', narrow screens show only the list. */
export function Settings({ sourceUrl }: SettingsProps) {
  const section = useMatch('/settings/:section?')?.params.section ?? 'me';
  const sections = allSections(useFederation());
  const isList = section === 'me';
  const open = isList ? sections[0] : sections.find(({ key }) => key === section);
  useTitle(isList ? undefined : open?.title, open && strings.settings.title);
  if (!open) return <NotFound />;
  return (
    <Panes
      activePane={isList ? 'list' : 'main'}
      list={<SectionList open={open.key} Heading={isList ? 'h1' : 'h2'} />}
      main={
        <SectionPane title={open.title} back={paths.settings({ section: 'me' })} backLabel={strings.settings.back}>
          <SectionContent section={open} sourceUrl={sourceUrl} />
        </SectionPane>
      }
    />
  );
}

function SectionContent({ section: { key, Content }, sourceUrl }: SettingsProps & { section: Section }) {
  const waits = useWaitsForApproval();
  if (waits && approvedOnly.has(key)) return <NeedsApproval />;
  return Content ? <Content sourceUrl={sourceUrl} /> : <RemoteSettings key={key} feature={key} />;
}

/** The list of sections. Shown alone, its title is the page's heading. */
function SectionList({ open, Heading }: { open: string; Heading: 'h1' | 'h2' }) {
  const session = useSession();
  const { first, last } = useMePageItems();
  const sections = allSections(useFederation());
  return (
    <div className={styles.scroll}>
      <Heading className={cx(styles.listTitle, styles.wide)}>{strings.settings.title}</Heading>
      <Heading className={cx(styles.listTitle, styles.narrow)}>{words.me}</Heading>
      <div className={styles.me}>
        <Avatar identifier={session?.identifier ?? ''} name={session?.lastName ?? ''} src={session?.avatar} size={40} />
        <span className={styles.myName}>{session?.lastName}</span>
      </div>
      <nav aria-label={strings.settings.title}>
        <ul className={styles.sections}>
          {first.map((item) => (
            <MePageEntry key={item.key} item={item} />
          ))}
          {sections.map(({ key, title, phoneTitle = title, Icon }) => (
            <li key={key}>
              <EntryLink to={paths.settings({ section: key })} aria-current={key === open ? 'page' : undefined}>
                <Icon />
                <span className={styles.wide}>{title}</span>
                <span className={styles.narrow}>{phoneTitle}</span>
              </EntryLink>
            </li>
          ))}
          <li>
            <EntryLink to={paths.invite()}>
              <PersonAddIcon />
              {words.invite}
            </EntryLink>
          </li>
          <InstallEntry />
          {canSeeAdmin(session) && (
            <li>
              <EntryLink to={paths.admin()}>
                <SettingsIcon />
                {words.operators}
              </EntryLink>
            </li>
          )}
          {last.map((item) => (
            <MePageEntry key={item.key} item={item} />
          ))}
        </ul>
      </nav>
    </div>
  );
}
