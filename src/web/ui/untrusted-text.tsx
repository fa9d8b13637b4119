/** A text from outside: a path, a referrer, a label. Its writing direction and its length stay its own affair. */
export function UntrustedText({ text, isCut = false }: { readonly text: string; readonly isCut?: boolean }) {
  return (
    <bdi
      className={isCut ? 'untrusted cut' : 'untrusted'}
      title={isCut ? escapeInvisibleCharacters(text) : undefined}
    >
      {escapeInvisibleCharacters(text)}
    </bdi>
  );
}

/**
 * Marks that turn text around or hide in it are shown as what they are; joiners, which emoji and some scripts are
 * written with, stay. For places that take nothing but text, such as the window's title.
 */
export const escapeInvisibleCharacters = (text: string): string =>
  text.replace(
    /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    mark => `\u2039U+${mark.charCodeAt(0).toString(16).toUpperCase()}\u203a`,
  );
