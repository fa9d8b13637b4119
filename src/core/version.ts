import { version } from '../../package.json' with { type: 'json' };

/** The version of this build, as in `footfall version`. */
export const VERSION: string = version;
