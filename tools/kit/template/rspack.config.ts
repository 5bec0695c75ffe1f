import { remote } from '@amber/kit/rspack';

export default remote(import.meta.dirname);
