/** Returns the value of a request's cookie; undefined where it is missing or empty. Source: RFC 6265, section 5.4. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const start = `${name}=`;
  return (headers.get('cookie') ?? '')
    .split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(start) && cookie.length > start.length)
    ?.slice(start.length);
}
