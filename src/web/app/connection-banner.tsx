import { useIsConnectionLost } from '../connection.ts';
import * as labels from '../labels/shell.tsx';

/** One line while the server cannot be reached. What was read before stays, faded, and is read again afterwards. */
export function ConnectionBanner() {
  const isLost = useIsConnectionLost();
  return <div role="status">{isLost && <p className="connection-lost">{labels.connectionLost}</p>}</div>;
}
