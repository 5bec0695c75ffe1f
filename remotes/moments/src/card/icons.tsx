// The icons that only moments use.
import { icon } from '@amber/ui/icons';
import styles from './icons.module.css';

const heart = (
  <path d="M12 19.5S4 14.8 4 9.3A4.3 4.3 0 0 1 8.3 5c1.6 0 2.9.8 3.7 2 .8-1.2 2.1-2 3.7-2A4.3 4.3 0 0 1 20 9.3c0 5.5-8 10.2-8 10.2z" />
);
export const HeartIcon = icon(heart);
export const LikedIcon = icon(heart, styles.filled);
export const CommentIcon = icon(
  <path d="M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-6l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5z" />,
);
