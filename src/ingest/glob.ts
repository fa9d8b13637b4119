/** Returns whether a text matches a pattern. */
export type Matcher = (text: string) => boolean;

/**
 * Compiles a pattern in which `*` matches any run of characters, also an empty one. Matching takes linear time, however
 * many stars there are; a regular expression would backtrack.
 */
export function compileGlob(pattern: string): Matcher {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text => text === pattern;
  const middles = rest.filter(part => part !== '');
  return text => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let at = first.length;
    if (at > end) return false;
    for (const part of middles) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
