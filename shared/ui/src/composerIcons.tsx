// The icons of the box that messages are written in, apart from the others: they come with it.
import { icon } from './icons.tsx';

export const AttachIcon = icon(<path d="m19.5 11.5-7.4 7.4a4.6 4.6 0 0 1-6.5-6.5l7.7-7.7a3.1 3.1 0 0 1 4.4 4.4l-7.6 7.6a1.5 1.5 0 0 1-2.2-2.2l6.9-6.9" />);
export const SendIcon = icon(
  <path fill="currentColor" strokeWidth="1.5" d="M5.2 4.6 20 11.3c.6.3.6 1.1 0 1.4L5.2 19.4c-.6.3-1.3-.3-1.1-.9L6 13l7-1-7-1-1.9-5.5c-.2-.6.5-1.2 1.1-.9z" />,
);
export const SmileIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M8.3 14.2a4.4 4.4 0 0 0 7.4 0M9 9.5v.2M15 9.5v.2" />
  </>,
);
