/** What a signal can be about, in words and with its icon. */
import { Flag, type LucideIcon, Mail, Mic, PenLine, Rocket, Share2, Wrench } from 'lucide-react';
import type { Signal } from './use-signals.ts';

export const CATEGORIES: Readonly<
  Record<Signal['category'], { readonly name: string; readonly Icon: LucideIcon }>
> = {
  newsletter: { name: 'Newsletter', Icon: Mail },
  social: { name: 'Social media', Icon: Share2 },
  launch: { name: 'Launch', Icon: Rocket },
  maintenance: { name: 'Maintenance', Icon: Wrench },
  content: { name: 'Content', Icon: PenLine },
  podcast: { name: 'Podcast', Icon: Mic },
  other: { name: 'Other', Icon: Flag },
};

export const CATEGORY_OPTIONS = Object.entries(CATEGORIES).map(
  ([category, { name }]) => [category as Signal['category'], name] as const,
);
