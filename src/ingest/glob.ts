/** Whether a text fits a pattern. */
export type Matches = (text: string) => boolean;

/**
 * A matcher for a pattern in which `*` stands for any run of characters, none included; everything else stands for
 * itself. It takes time in proportion to text and pattern, however many stars there are, which a regular expression
 * would not.
 */
export function compileGlob(pattern: string): Matches {
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
