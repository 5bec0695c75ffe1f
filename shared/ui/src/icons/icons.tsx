// The basic icons: 24 pixels, in the current colour.
import type { ReactNode } from 'react';
import styles from './icons.module.css';

/** Creates an icon component: 24 pixels, in the current colour. `className` applies only to its shape. */
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

/** Creates a directional icon, such as Back and Send, which is mirrored in right-to-left pages. */
/* @__NO_SIDE_EFFECTS__ */
export const directedIcon = (shape: ReactNode) => icon(shape, styles.directed);

export const ChatsIcon = icon(
  <path d="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H10l-4.3 3.6a.4.4 0 0 1-.7-.3V16A2.5 2.5 0 0 1 4 13.5z" />,
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
export const UpIcon = icon(<path d="M12 19V5m-6 6 6-6 6 6" />);
export const DownIcon = icon(<path d="M12 5v14m-6-6 6 6 6-6" />);
export const ShieldIcon = icon(<path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.4 7 9 4.1-1.6 7-4.7 7-9V6z" />);
export const BrokenLockIcon = icon(
  <>
    <path d="M8 11V8a4 4 0 0 1 7.6-1.7" />
    <rect x="5" y="11" width="14" height="9" rx="2.5" />
    <path d="m10.5 14 3 3m0-3-3 3" />
  </>,
);
export const LockIcon = icon(
  <>
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
    <rect x="5" y="11" width="14" height="9" rx="2.5" />
  </>,
);
export const ChevronIcon = directedIcon(<path d="m9.5 6 6 6-6 6" />);
export const OfflineIcon = icon(
  <path d="M4 4l16 16M7 17a4 4 0 0 1-.6-8M9.5 6.2A6 6 0 0 1 17.5 10 3.6 3.6 0 0 1 20 15.5" />,
);
export const CompassIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m15.5 8.5-2 5-5 2 2-5z" />
  </>,
);

export const MoreIcon = icon(<path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth="3" />);
export const GroupAddIcon = icon(
  <>
    <circle cx="9" cy="9" r="3.5" />
    <path d="M3 19c.6-3.2 3-5 6-5 1.4 0 2.7.4 3.7 1.1M15.5 5.7a3.5 3.5 0 0 1 0 6.6M18 15v6m-3-3h6" />
  </>,
);
export const MicrophoneIcon = icon(
  <>
    <rect x="9" y="3.5" width="6" height="11" rx="3" />
    <path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3" />
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
