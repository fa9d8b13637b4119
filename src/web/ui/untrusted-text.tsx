/** Text from untrusted sources: a path, a referrer, a label. Isolates its writing direction and can truncate it. */
export function UntrustedText({
  text,
  isCut = false,
  full = text,
}: {
  readonly text: string;
  readonly isCut?: boolean;
  /** Shown on hover, where the text is not all of it. */
  readonly full?: string;
}) {
  return (
    <bdi
      className={isCut ? 'untrusted cut' : 'untrusted'}
      title={isCut || full !== text ? escapeInvisibleCharacters(full) : undefined}
    >
      {escapeInvisibleCharacters(text)}
    </bdi>
  );
}

/**
 * Escapes bidirectional controls and zero-width characters as `‹U+202E›`; joiners, which emoji and some scripts need,
 * stay. For places that take plain text only, such as the document's title.
 */
export const escapeInvisibleCharacters = (text: string): string =>
  text.replace(
    /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    mark => `\u2039U+${mark.charCodeAt(0).toString(16).toUpperCase()}\u203a`,
  );
