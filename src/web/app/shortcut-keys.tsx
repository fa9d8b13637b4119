/** Keys of a keyboard. */
import * as labels from '../labels/shell.tsx';

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** Shortcut of the palette; works in inputs too. */
export const PALETTE_KEYS: readonly string[] = [isApple ? '⌘' : 'Ctrl', 'K'];

export function Keys({
  keys,
  isTogether = false,
}: {
  readonly keys: readonly string[];
  /** Pressed together, not one after another. */
  readonly isTogether?: boolean;
}) {
  return (
    <span className="keys">
      {keys.map((key, index) => (
        <span key={key}>
          {index > 0 && (
            <span className={isTogether ? 'visually-hidden' : 'soft'}>
              {isTogether ? labels.and : labels.thenWord}
            </span>
          )}
          <kbd>{key}</kbd>
        </span>
      ))}
    </span>
  );
}
