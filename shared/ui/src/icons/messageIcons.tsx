// The icons of message actions, in their own module because they load when the actions are first offered.
import { directedIcon, icon } from './icons.tsx';

export const ForwardIcon = directedIcon(<path d="M14.5 6l5.5 5.5-5.5 5.5M19.5 11.5H10a6 6 0 0 0-6 6v.5" />);
export const EditIcon = icon(<path d="m15.5 5 3.5 3.5L8.5 19l-4.5 1 1-4.5zM13 7.5l3.5 3.5" />);
export const WithdrawIcon = directedIcon(<path d="M8.5 5 4 9.5 8.5 14M4.5 9.5H15a5 5 0 0 1 0 10h-3.5" />);
export const DeleteIcon = icon(
  <path d="M4.5 7h15M9.5 7V5a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 7l.8 11.2A2 2 0 0 0 9.3 20h5.4a2 2 0 0 0 2-1.8L17.5 7M10.2 11v5M13.8 11v5" />,
);
export const SelectIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m8.3 12.3 2.6 2.6 4.8-5.2" />
  </>,
);
export const RetryIcon = icon(<path d="M19.5 12a7.5 7.5 0 1 1-2.4-5.5L19.5 9M19.5 4.5V9H15" />);
export const ReplyIcon = directedIcon(<path d="M9.5 6 4 11.5 9.5 17M4.5 11.5H14a6 6 0 0 1 6 6v.5" />);
export const QuoteIcon = icon(<path d="M10 7H5v5h5v-5c0 5-1 7.5-4 9M19 7h-5v5h5V7c0 5-1 7.5-4 9" />);
export const ReactIcon = icon(
  <>
    <path d="M19.9 9.5A8.5 8.5 0 1 1 13 3.6" />
    <path d="M8.3 14.2a4.4 4.4 0 0 0 7.4 0M9 9.5v.2M15 9.5v.2M18.5 2.5v5M16 5h5" />
  </>,
);
export const StarIcon = icon(<path d="m12 4.2 2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.6-4.8 2.6.9-5.4-3.9-3.8 5.4-.8z" />);
