// Settings: the list of sections, and the one that is open.
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { Avatar } from '@amber/ui/Avatar';
import { cx } from '@amber/ui/cx';
import { BackIcon, ChevronIcon, InfoIcon, PersonIcon, SettingsIcon, ShieldIcon } from '@amber/ui/icons';
import { DevicesIcon, FeaturesIcon, PersonAddIcon } from '@amber/ui/moreIcons';
import { QrIcon } from '@amber/ui/personIcons';
import { Panes } from '@amber/ui/Panes';
import { StarIcon } from '@amber/ui/messageIcons';
import { AppearanceIcon, BellIcon, FaceIcon, StorageIcon } from '@amber/ui/settingsIcons';
import type { ComponentType } from 'react';
import { Link, useMatch } from 'react-router-dom';
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
import { InstallEntry } from './InstallEntry.tsx';
import { MePageEntry } from './MePageEntry.tsx';
import { FeatureSettings } from './FeatureSettings.tsx';
import { useTitle } from '../frame/pageTitle.ts';
import { NotFound } from '../frame/NotFound.tsx';
import { NeedsApproval, useWaitsForApproval } from '../devices/NeedsApproval.tsx';
import { RemoteSettings } from './RemoteSettings.tsx';
import { PrivacySettings } from './PrivacySettings.tsx';
import { words as strings } from '../words/gen/app.ts';
import styles from './Settings.module.css';

const words = strings.settings;

interface SettingsProps {
  /** The URL of this server's source; empty when not configured. */
  sourceUrl: string;
}

interface Section {
  key: string;
  title: string;
  /** The entry's title on a phone, where the list is the page 'Me'. */
  phoneTitle: string;
  Icon: ComponentType;
  Content: ComponentType<SettingsProps>;
  /** Only an approved device can use the section. */
  needsApproval?: true;
}

const titled = (section: 'profile' | 'qr' | 'notifications' | 'appearance' | 'storage' | 'favorites') => ({
  title: settingsStrings[section].title,
  phoneTitle: settingsStrings[section].title,
});

const allSections = (): readonly Section[] => [
  { key: 'account', title: words.account, phoneTitle: words.title, Icon: PersonIcon, Content: AccountSettings },
  { key: 'profile', ...titled('profile'), Icon: FaceIcon, Content: ProfileSettings, needsApproval: true },
  { key: 'qr', ...titled('qr'), Icon: QrIcon, Content: QrSettings, needsApproval: true },
  { key: 'notifications', ...titled('notifications'), Icon: BellIcon, Content: NotificationSettings },
  { key: 'appearance', ...titled('appearance'), Icon: AppearanceIcon, Content: AppearanceSettings },
  {
    key: 'privacy',
    title: words.privacy,
    phoneTitle: words.privacy,
    Icon: ShieldIcon,
    Content: PrivacySettings,
    needsApproval: true,
  },
  {
    key: 'devices',
    title: deviceStrings.title,
    phoneTitle: deviceStrings.title,
    Icon: DevicesIcon,
    Content: DevicesSettings,
  },
  { key: 'storage', ...titled('storage'), Icon: StorageIcon, Content: StorageSettings },
  { key: 'favorites', ...titled('favorites'), Icon: StarIcon, Content: FavoriteSettings },
  { key: 'features', title: words.features, phoneTitle: words.features, Icon: FeaturesIcon, Content: FeatureSettings },
  { key: 'about', title: words.about, phoneTitle: words.about, Icon: InfoIcon, Content: AboutSettings },
];

/** React compares components by identity, so there is one for each feature. */
const remoteContents = new Map<string, ComponentType<SettingsProps>>();

function contentOf(feature: string): ComponentType<SettingsProps> {
  const known = remoteContents.get(feature) ?? (() => <RemoteSettings feature={feature} />);
  remoteContents.set(feature, known);
  return known;
}

/** Returns the sections of features, in the order of the navigation. */
const remoteSections = ({ offeredFeatures, placementOf, titleOf }: Federation): Section[] =>
  offeredFeatures()
    .filter((feature) => placementOf(feature)!.settings)
    .map((feature) => ({
      key: feature,
      title: titleOf(feature),
      phoneTitle: titleOf(feature),
      Icon: FeaturesIcon,
      Content: contentOf(feature),
    }));

/** The page at /settings and /settings/:section. Without a section and at 'me', narrow screens show only the list. */
export function Settings({ sourceUrl }: SettingsProps) {
  const federation = useFederation();
  const section = useMatch('/settings/:section?')?.params.section ?? 'me';
  const sections = [...allSections(), ...remoteSections(federation)];
  const isList = section === 'me';
  const open = isList ? sections[0] : sections.find(({ key }) => key === section);
  useTitle(isList ? undefined : open?.title, open && words.title);
  if (!open) return <NotFound />;
  return (
    <Panes
      activePane={isList ? 'list' : 'main'}
      list={<SectionList open={open.key} Heading={isList ? 'h1' : 'h2'} />}
      main={
        // Focusable, so that the keyboard can scroll sections without controls.
        <div className={styles.scroll} role="region" aria-label={open.title} tabIndex={0}>
          <div className={styles.page}>
            <header className={styles.header}>
              <Link className={styles.back} to={paths.settings({ section: 'me' })} aria-label={words.back}>
                <BackIcon />
              </Link>
              <h1 className={styles.title}>{open.title}</h1>
            </header>
            <SectionContent section={open} sourceUrl={sourceUrl} />
          </div>
        </div>
      }
    />
  );
}

function SectionContent({ section: { Content, needsApproval }, sourceUrl }: SettingsProps & { section: Section }) {
  const waits = useWaitsForApproval();
  return waits && needsApproval ? <NeedsApproval /> : <Content sourceUrl={sourceUrl} />;
}

/** The list of sections. Shown alone, its title is the page's heading. */
function SectionList({ open, Heading }: { open: string; Heading: 'h1' | 'h2' }) {
  const session = useSession();
  const { first, last } = useMePageItems();
  const ofRemotes = remoteSections(useFederation());
  return (
    <div className={styles.scroll}>
      <Heading className={cx(styles.listTitle, styles.wide)}>{words.title}</Heading>
      <Heading className={cx(styles.listTitle, styles.narrow)}>{words.me}</Heading>
      <div className={styles.me}>
        <Avatar identifier={session?.identifier ?? ''} name={session?.lastName ?? ''} src={session?.avatar} size={40} />
        <span className={styles.myName}>{session?.lastName}</span>
      </div>
      <nav aria-label={words.title}>
        <ul className={styles.sections}>
          {first.map((item) => (
            <li key={item.key} className={styles.narrow}>
              <MePageEntry item={item} />
            </li>
          ))}
          {[...allSections(), ...ofRemotes].map(({ key, title, phoneTitle, Icon }) => (
            <li key={key}>
              <Link
                className={styles.section}
                to={paths.settings({ section: key })}
                aria-current={key === open ? 'page' : undefined}
              >
                <Icon />
                <span className={styles.wide}>{title}</span>
                <span className={styles.narrow}>{phoneTitle}</span>
                <span className={styles.chevron}>
                  <ChevronIcon />
                </span>
              </Link>
            </li>
          ))}
          <li>
            <Link className={styles.section} to={paths.invite()}>
              <PersonAddIcon />
              {words.invite}
              <span className={styles.chevron}>
                <ChevronIcon />
              </span>
            </Link>
          </li>
          <InstallEntry className={styles.section} />
          {canSeeAdmin(session) && (
            <li>
              <Link className={styles.section} to={paths.admin()}>
                <SettingsIcon />
                {words.operators}
                <span className={styles.chevron}>
                  <ChevronIcon />
                </span>
              </Link>
            </li>
          )}
          {last.map((item) => (
            <li key={item.key} className={styles.narrow}>
              <MePageEntry item={item} />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
