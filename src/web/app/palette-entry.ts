/** What the command palette lists. */
import type { LucideIcon } from 'lucide-react';
import type { Searchable } from './palette-match.ts';

export interface Entry extends Searchable {
  readonly id: string;
  readonly Icon: LucideIcon;
  readonly keys?: readonly string[] | undefined;
  /** The figure that it answers with; null while it is asked for. */
  readonly figure?: string | null;
  readonly run: () => void;
}
