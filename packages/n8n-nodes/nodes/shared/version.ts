import { name, version } from '../../package.json';

/** How the connector introduces itself to a school, in the `user-agent` header. */
export const USER_AGENT = `${name}/${version}`;
