// Icons of screens that open after the first one: they load together with those.
import { directedIcon, icon } from './icons.tsx';

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
export const CopyIcon = icon(
  <>
    <rect x="9" y="9" width="11" height="11" rx="2.5" />
    <path d="M15 9V6.5A2.5 2.5 0 0 0 12.5 4h-6A2.5 2.5 0 0 0 4 6.5v6A2.5 2.5 0 0 0 6.5 15H9" />
  </>,
);
export const ShuffleIcon = icon(
  <>
    <path d="M4 7h3c5 0 5 10 10 10h3M4 17h3c1.7 0 2.8-1.1 3.7-2.6M13.3 9.6C14.2 8.1 15.3 7 17 7h3" />
    <path d="m17.5 4.5 2.5 2.5-2.5 2.5M17.5 14.5 20 17l-2.5 2.5" />
  </>,
);
export const DevicesIcon = icon(
  <>
    <rect x="3" y="5" width="13" height="10" rx="2" />
    <path d="M6.5 19h6M9.5 15v4" />
    <rect x="15" y="9" width="6" height="10.5" rx="1.6" fill="var(--s1)" />
  </>,
);
export const SignOutIcon = directedIcon(
  <path d="M14 4H7a2.5 2.5 0 0 0-2.5 2.5v11A2.5 2.5 0 0 0 7 20h7m-3.5-8H20m-3.5-3.5L20 12l-3.5 3.5" />,
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
export const ReadIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" fill="currentColor" />
    <path stroke="var(--bubble-own)" strokeWidth="2.5" d="m7.5 12.4 3.2 3.2 5.8-6.6" />
  </>,
);
export const SpeakerIcon = directedIcon(
  <path d="M4 9.5v5h3.5l4.5 4v-13l-4.5 4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11" />,
);
export const StopIcon = icon(<rect x="7" y="7" width="10" height="10" rx="1.5" fill="currentColor" />);
