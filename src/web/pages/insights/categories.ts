/** Categories of signals with label and icon. */

import { Flag, type LucideIcon, Mail, Mic, PenLine, Rocket, Share2, Wrench } from 'lucide-react';
import * as labels from '../../labels/insights.tsx';
import * as shared from '../../labels/shared.tsx';
import type { Signal } from './use-signals.ts';

export const CATEGORIES: Readonly<
  Record<Signal['category'], { readonly name: string; readonly Icon: LucideIcon }>
> = {
  newsletter: { name: labels.newsletter, Icon: Mail },
  social: { name: labels.socialMedia, Icon: Share2 },
  launch: { name: labels.launch, Icon: Rocket },
  maintenance: { name: labels.maintenance, Icon: Wrench },
  content: { name: shared.content, Icon: PenLine },
  podcast: { name: labels.podcast, Icon: Mic },
  other: { name: labels.other, Icon: Flag },
};

export const CATEGORY_OPTIONS = Object.entries(CATEGORIES).map(
  ([category, { name }]) => [category as Signal['category'], name] as const,
);
