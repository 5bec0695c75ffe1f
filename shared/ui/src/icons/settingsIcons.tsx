// Icons of the sections of the settings.
import { icon } from './icons.tsx';

export const FaceIcon = icon(
  <>
    <circle cx="12" cy="12" r="8" />
    <circle cx="12" cy="10" r="2.5" />
    <path d="M7.2 17.6a5.2 5.2 0 0 1 9.6 0" />
  </>,
);
export const BellIcon = icon(<path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5a2.2 2.2 0 0 0 4 0" />);
export const AppearanceIcon = icon(
  <path d="m3.5 18.5 4.6-12h.8l4.6 12M5.2 14.5h6.6M14.5 18.5l2.8-7h.6l2.8 7M15.6 16h4" />,
);
export const StorageIcon = icon(
  <>
    <ellipse cx="12" cy="6.5" rx="7" ry="2.8" />
    <path d="M5 6.5v11c0 1.5 3.1 2.8 7 2.8s7-1.3 7-2.8v-11M5 12c0 1.5 3.1 2.8 7 2.8s7-1.3 7-2.8" />
  </>,
);
