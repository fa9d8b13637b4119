/** Returns whether a request is that of a browser that opens a page. */
export const acceptsHtml = ({ headers }: Request): boolean =>
  headers.get('accept')?.includes('text/html') ?? false;
