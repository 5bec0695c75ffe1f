// The icons: 24 pixels, drawn in the current colour.
import type { ReactNode } from 'react';
import styles from './icons.module.css';

/** A component: 24 pixels, in the current colour. `className` is for its drawing alone. */
/* @__NO_SIDE_EFFECTS__ */
export const icon = (shape: ReactNode, className?: string) =>
  function Icon() {
    return (
      <svg
        className={className}
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shape}
      </svg>
    );
  };

/** An icon that points along the line, as Back and Send do; it turns where lines run from right to left. */
/* @__NO_SIDE_EFFECTS__ */
export const directedIcon = (shape: ReactNode) => icon(shape, styles.directed);

export const ChatsIcon = icon(
  <path d="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H10l-4.3 3.6a.4.4 0 0 1-.7-.3V16A2.5 2.5 0 0 1 4 13.5z" />,
);
export const SpacesIcon = icon(
  <>
    <circle cx="9" cy="9" r="3.5" />
    <path d="M3 19c.6-3.2 3-5 6-5s5.4 1.8 6 5M15.5 5.7a3.5 3.5 0 0 1 0 6.6M17.5 14.6c1.9.7 3.1 2.2 3.5 4.4" />
  </>,
);
export const AiIcon = icon(
  <>
    <path d="M11 4c.7 4.3 2.7 6.3 7 7-4.3.7-6.3 2.7-7 7-.7-4.3-2.7-6.3-7-7 4.3-.7 6.3-2.7 7-7z" />
    <path d="M18.5 15.5c.3 1.7 1.1 2.5 2.5 2.7-1.4.3-2.2 1.1-2.5 2.8-.3-1.7-1.1-2.5-2.5-2.8 1.4-.2 2.2-1 2.5-2.7z" />
  </>,
);
export const MomentsIcon = icon(
  <>
    <rect x="4" y="4" width="16" height="16" rx="4" />
    <path d="m4.5 16 4.5-4.5 4 4 2.5-2.5 4 4" />
    <circle cx="15" cy="8.8" r="1.3" />
  </>,
);
export const AirdropIcon = icon(
  <>
    <rect x="4" y="11" width="16" height="9" rx="2" />
    <path d="M3 8h18v3H3zM12 8v12M12 8c-4 0-5-4-2.5-4S12 8 12 8zm0 0c4 0 5-4 2.5-4S12 8 12 8z" />
  </>,
);
export const SettingsIcon = icon(
  <>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.6" />
    <circle cx="8" cy="17" r="2.6" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c1-3.6 3.9-5.5 7.5-5.5s6.5 1.9 7.5 5.5" />
  </>,
);
export const NewChatIcon = icon(
  <>
    <path d="M12 5H7a3 3 0 0 0-3 3v9a3 3 0 0 0 3 3h9a3 3 0 0 0 3-3v-5" />
    <path d="m17.6 3.9 2.5 2.5L12.5 14l-3.2.7.7-3.2z" />
  </>,
);
export const HashIcon = icon(<path d="M9.5 4 8 20M16 4l-1.5 16M4.5 9h16M3.5 15h16" />);
export const AddIcon = icon(<path d="M12 5v14M5 12h14" />);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4 4" />
  </>,
);
export const SendIcon = directedIcon(
  <path
    fill="currentColor"
    strokeWidth="1.5"
    d="M5.2 4.6 20 11.3c.6.3.6 1.1 0 1.4L5.2 19.4c-.6.3-1.3-.3-1.1-.9L6 13l7-1-7-1-1.9-5.5c-.2-.6.5-1.2 1.1-.9z"
  />,
);
export const AttachIcon = icon(
  <path d="m19.5 11.5-7.4 7.4a4.6 4.6 0 0 1-6.5-6.5l7.7-7.7a3.1 3.1 0 0 1 4.4 4.4l-7.6 7.6a1.5 1.5 0 0 1-2.2-2.2l6.9-6.9" />,
);
export const BackIcon = directedIcon(<path d="M19 12H5m6-6-6 6 6 6" />);
export const CloseIcon = icon(<path d="m6.5 6.5 11 11m0-11-11 11" />);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.5V12l3 2" />
  </>,
);
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5v5M12 16v.1" />
  </>,
);
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5.5M12 7.9V8" />
  </>,
);
export const CopyIcon = icon(
  <>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M15 9V6.5A2.5 2.5 0 0 0 12.5 4h-6A2.5 2.5 0 0 0 4 6.5v6A2.5 2.5 0 0 0 6.5 15H9" />
  </>,
);
export const DownIcon = icon(<path d="M12 5v14m-6-6 6 6 6-6" />);
export const ShuffleIcon = icon(
  <>
    <path d="M4 7h3c5 0 5 10 10 10h3M4 17h3c1.7 0 2.8-1.1 3.7-2.6M13.3 9.6C14.2 8.1 15.3 7 17 7h3" />
    <path d="m17.5 4.5 2.5 2.5-2.5 2.5M17.5 14.5 20 17l-2.5 2.5" />
  </>,
);
export const ShieldIcon = icon(<path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6z" />);
export const BrokenLockIcon = icon(
  <>
    <path d="M8 11V8a4 4 0 0 1 7.6-1.7" />
    <rect x="5" y="11" width="14" height="9" rx="2.5" />
    <path d="m10.5 14 3 3m0-3-3 3" />
  </>,
);
export const DevicesIcon = icon(
  <>
    <rect x="3" y="5" width="13" height="10" rx="2" />
    <path d="M6.5 19h6M9.5 15v4" />
    <rect x="15" y="9" width="6" height="10.5" rx="1.6" fill="var(--s1)" />
  </>,
);
export const LockIcon = icon(
  <>
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    <rect x="5" y="11" width="14" height="9" rx="2.5" />
  </>,
);
export const ChevronIcon = directedIcon(<path d="m9.5 6 6 6-6 6" />);
export const SignOutIcon = directedIcon(
  <path d="M14 4H7a2.5 2.5 0 0 0-2.5 2.5v11A2.5 2.5 0 0 0 7 20h7m-3.5-8H20m-3.5-3.5L20 12l-3.5 3.5" />,
);
export const OfflineIcon = icon(
  <path d="M4 4l16 16M7 17a4 4 0 0 1-.6-8M9.5 6.2A6 6 0 0 1 17.5 10 3.6 3.6 0 0 1 20 15.5" />,
);
export const CompassIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m15.5 8.5-2 5-5 2 2-5z" />
  </>,
);

export const FeaturesIcon = icon(
  <>
    <rect x="4" y="4" width="7" height="7" rx="2" />
    <rect x="13" y="4" width="7" height="7" rx="2" />
    <rect x="4" y="13" width="7" height="7" rx="2" />
    <path d="M16.5 13.5v6M13.5 16.5h6" />
  </>,
);
export const DownloadIcon = icon(<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />);
export const MoreIcon = icon(<path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="3" />);
export const LinkIcon = icon(
  <path d="m10 14 4-4M9 7.5l2-2a4.2 4.2 0 0 1 6 6l-2 2M15 16.5l-2 2a4.2 4.2 0 0 1-6-6l2-2" />,
);
export const PersonAddIcon = icon(
  <>
    <circle cx="10" cy="8" r="4" />
    <path d="M3 20c.9-3.6 3.6-5.5 7-5.5 1.2 0 2.3.2 3.3.7M18 14v6m-3-3h6" />
  </>,
);
export const ContactsIcon = icon(
  <>
    <path d="M8 3.5h9a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2ZM4 8h3M4 12h3M4 16h3" />
    <circle cx="12.8" cy="9.8" r="2.2" />
    <path d="M9.3 16.5c.4-2 1.7-3 3.5-3s3.1 1 3.5 3" />
  </>,
);
export const GroupAddIcon = icon(
  <>
    <circle cx="9" cy="9" r="3.5" />
    <path d="M3 19c.6-3.2 3-5 6-5 1.4 0 2.7.4 3.7 1.1M15.5 5.7a3.5 3.5 0 0 1 0 6.6M18 15v6m-3-3h6" />
  </>,
);
export const SmileIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M8.3 14.2a4.4 4.4 0 0 0 7.4 0M9 9.5v.2M15 9.5v.2" />
  </>,
);
export const AtIcon = icon(
  <>
    <circle cx="12" cy="12" r="3.5" />
    <path d="M15.5 8.5v5a2.4 2.4 0 0 0 4.8 0V12A8.3 8.3 0 1 0 17 18.6" />
  </>,
);
export const DeliveredIcon = icon(<path d="m2 12.5 4.5 4.5L16 7.5M11.5 16l1 1L22 7.5" />);
export const ReadIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" fill="currentColor" />
    <path stroke="var(--bubble-own)" strokeWidth="2.5" d="m7.5 12.4 3.2 3.2 5.8-6.6" />
  </>,
);

/** The brand mark: a drop of amber that is a speech bubble. */
export const BrandMark = ({ size = 40 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
    <path fill="#f8ad2d" d="M20 3a17 17 0 1 1 0 34H6.5A3.5 3.5 0 0 1 3 33.5V20A17 17 0 0 1 20 3z" />
    <path
      fill="#ffd27a"
      d="M20 7.5A12.5 12.5 0 0 0 7.5 20c0 1.7 2.6 1.9 3 .2A9.6 9.6 0 0 1 20.2 10.5c1.8-.3 1.6-3-.2-3z"
    />
    <path fill="#111" d="M21 14.5a6.5 6.5 0 1 1 0 13h-5a1.5 1.5 0 0 1-1.5-1.5v-5a6.5 6.5 0 0 1 6.5-6.5z" />
  </svg>
);
