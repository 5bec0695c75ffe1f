// The way to the sign-in for a visitor, and back here.
import { paths } from '@amber/client/paths';
import { Link } from 'react-router-dom';
import { strings } from './strings.ts';
import styles from './SignInLink.module.css';

/** A link that looks like what it leads to. */
export const SignInLink = () => <Link className={styles.link} to={paths.loginAndBack({ from: paths.moments() })}>{strings.signIn}</Link>;
