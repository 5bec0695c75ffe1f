// A space's card: banner, picture, member count and description.
import { localizeSpace } from '@amber/client/seededNames';
import type { Space } from '@amber/proto';
import { Avatar } from '@amber/ui/Avatar';
import { Banner } from '@amber/ui/Banner';
import { CheckIcon, LockIcon, ShieldIcon } from '@amber/ui/icons';
import { LinkIcon } from '@amber/ui/moreIcons';
import type { ComponentType, ReactNode } from 'react';
import { words as strings } from './words/gen/channels.ts';
import styles from './SpaceProfile.module.css';

const words = strings.about;

interface SpaceProfileProps {
  space: Space;
  /** Rendered above the name: the inviter. */
  before?: ReactNode;
  /** The name, if it is not in the page's title. */
  name?: ReactNode;
  /** Buttons below the description. */
  actions?: ReactNode;
}

export function SpaceProfile({ space, before, name, actions }: SpaceProfileProps) {
  const { spaceId, spaceName, avatar, banner, intro, memberCount, socialMediaLinks } = localizeSpace(space);
  return (
    <article className={styles.card}>
      <Banner src={banner} identifier={spaceId} tall />
      <span className={styles.avatar}>
        <Avatar identifier={spaceId} name={spaceName} src={avatar} size={72} />
      </span>
      <div className={styles.text}>
        {before && <p className={styles.before}>{before}</p>}
        {name}
        <p className={styles.facts}>
          <span>{strings.members({ count: memberCount })}</span>
          {space.invitationOnly && <Fact Icon={LockIcon} text={words.invitationOnly} className={styles.fact} />}
          {space.byApproval && <Fact Icon={ShieldIcon} text={words.byApproval} className={styles.fact} />}
          {space.isMember && <Fact Icon={CheckIcon} text={words.joined} className={styles.joined} />}
        </p>
        <h2 className={styles.title}>{words.title}</h2>
        <p className={styles.intro}>{intro || words.noIntro}</p>
        {socialMediaLinks.length > 0 && (
          <ul className={styles.links} aria-label={words.elsewhere}>
            {socialMediaLinks.map((link) => (
              <li key={link}>
                <a className={styles.link} href={link} target="_blank" rel="noreferrer noopener">
                  <LinkIcon />
                  {shortLink(link)}
                </a>
              </li>
            ))}
          </ul>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </article>
  );
}

const Fact = ({ Icon, text, className }: { Icon: ComponentType; text: string; className: string | undefined }) => (
  <span className={className}>
    <Icon />
    {text}
  </span>
);

/** Returns a link without https:// and www. */
const shortLink = (link: string): string => link.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '');
