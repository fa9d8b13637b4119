/** Operations that only read though they are POST, by path. */
const READS_BY_BODY = /^\/sites\/(?:\{id\}|:id)\/page_rules\/preview$/;

/** Returns whether an operation changes nothing, so that every key and role may call it. */
export const isRead = (method: string, path: string): boolean => method === 'GET' || READS_BY_BODY.test(path);
