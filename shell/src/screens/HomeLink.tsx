// The way home, where a page has nothing else to offer.
import { paths } from '@amber/client/paths';
import { Link } from 'react-router-dom';
import { strings } from './strings.ts';
import styles from './HomeLink.module.css';

/** A link that looks like the page's one button. */
export const HomeLink = () => <Link className={styles.home} to={paths.home()}>{strings.notFound.home}</Link>;
